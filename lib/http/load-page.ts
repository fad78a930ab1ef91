import { inRead } from "@/lib/db/read-pool";

/** Loads what a page shows, which changes nothing. */
export function loadPage<T>(load: () => Promise<T>): Promise<T> {
  return inRead(load);
}
