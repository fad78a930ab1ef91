import { formatBackupAddress, parseBackupAddress } from "@/lib/backup-address";
import { openFolder } from "@/lib/stores/folder";
import { type Store, StoreError } from "@/lib/stores/store";

/**
 * Opens the store of an address such as BACKUP_TO.
 *
 * @throws StoreError if it is not an address
 */
export async function openStore(text: string): Promise<Store> {
  const address = parseBackupAddress(text);
  if (!address) throw new StoreError(`${JSON.stringify(text)} must be an absolute path or s3://bucket/prefix`);
  if (address.kind === "folder") return openFolder(address.folder);
  // 20 MB of memory, which is needed only while a backup is made.
  const { openBucket } = await import("@/lib/stores/bucket");
  return openBucket(address, formatBackupAddress(address));
}
