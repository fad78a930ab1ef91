import { Zip, ZipPassThrough } from "fflate";

/** Without Zip64, sizes and offsets have 32 bits. */
const MAX_BYTES = 0xffffffff;

/**
 * Streams a ZIP archive of uncompressed files.
 *
 * @param pieces of files; all of a file follow each other
 * @param modifiedAt date of all files
 * @throws Error when it would have more than 4 GiB
 */
export async function* zip(
  pieces: AsyncIterable<{ name: string; bytes: Uint8Array }>,
  modifiedAt: Date,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  let ready: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error("ZIP archive too large");
  });
  let file: ZipPassThrough | undefined;
  const end = () => file?.push(new Uint8Array(), true);
  for await (const { name, bytes } of pieces) {
    if (file?.filename !== name) {
      end();
      file = new ZipPassThrough(name);
      file.mtime = modifiedAt;
      archive.add(file);
    }
    file.push(bytes);
    yield* ready;
    ready = [];
  }
  end();
  archive.end();
  yield* ready;
}
