import { inRead } from "@/lib/db/read-pool";

/** Loads a page's data, without changing anything. */
export function loadPage<T>(load: () => Promise<T>): Promise<T> {
  return inRead(load);
}
