import { useMemo } from "react";
import { parseSaved, readSaved, save, useSaved } from "@/components/ui/browser-storage";
import { QR_FILE_KEPT_MS } from "@/lib/qr/types";

const KEY = "hop.qr-files";

/** When each file was requested, by id. */
type Followed = Record<string, number>;

/** The files that were requested in this browser and are shown until dismissed, on every page. */
export function useFollowedFiles(): readonly string[] {
  const saved = useSaved(KEY);
  return useMemo(() => Object.keys(parse(saved)), [saved]);
}

export function followFile(id: string): void {
  write({ ...parse(readSaved(KEY)), [id]: Date.now() });
}

export function unfollowFile(id: string): void {
  const { [id]: unfollowed, ...others } = parse(readSaved(KEY));
  if (unfollowed !== undefined) write(others);
}

function write(files: Followed): void {
  save(KEY, Object.keys(files).length > 0 ? JSON.stringify(files) : null);
}

/** Parses saved files, without expired ones and anything malformed. */
function parse(saved: string | null): Followed {
  const now = Date.now();
  const files = Object.entries(parseSaved(saved));
  return Object.fromEntries(
    files.filter((file): file is [string, number] => typeof file[1] === "number" && now - file[1] < QR_FILE_KEPT_MS),
  );
}
