import type { BackupSummary } from "@/lib/backup/manifest";
import { readBackup } from "@/lib/backup/read";
import { unlessStalled, type Watched } from "@/lib/backup/stall";
import { type WriteOptions, writeBackup } from "@/lib/backup/write";
import { type Store, StoreError } from "@/lib/stores/store";

type Options = Omit<WriteOptions, "onBytes"> & { signal: AbortSignal };

/**
 * Writes a backup to a store, reads it back, and verifies the checksums with which it was written.
 *
 * @throws StoreError, BackupError, the reason of the signal, or the error of the database; the file is then gone from
 *   the store, unless the message says otherwise or the store hangs
 */
export function writeToStore(store: Store, name: string, options: Options): Promise<BackupSummary> {
  return unlessStalled(options.signal, (watched) => writeAndVerify(store, name, { ...options, ...watched }));
}

async function writeAndVerify(store: Store, name: string, options: Options & Watched): Promise<BackupSummary> {
  const { passphrase, signal, onBytes } = options;
  const written = await store.write(name, (target) => writeBackup(target, options), signal);
  try {
    const found = await readBackup(await store.read(name, signal), { passphrase, signal, onBytes });
    if (found.sha256 !== written.sha256)
      throw new StoreError(`${store.address} returned a different file than was stored`);
    // If it is stopped at the very end, it counts as unverified, and the caller is told so.
    signal.throwIfAborted();
  } catch (error) {
    // An unverified file must not be relied on.
    await store.remove(name).catch((problem: unknown) => {
      throw signal.aborted ? error : unremoved(`${store.address}/${name}`, error, problem);
    });
    throw error;
  }
  return written;
}

/** The reason why a file is not a backup, which matters more than why it is still there. */
function unremoved(file: string, error: unknown, problem: unknown): StoreError {
  const [reason, obstacle] = [error, problem].map((one) => (one instanceof Error ? one.message : String(one)));
  return new StoreError(`${reason} Don't use ${file}: it can't be removed (${obstacle})`);
}
