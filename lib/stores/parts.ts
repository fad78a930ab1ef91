/** Cuts a stream into parts of `size` bytes; only the last may be smaller, and empty if the stream is. */
export async function* cutIntoParts(
  bytes: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    length += chunk.length;
    while (length > size) {
      const joined = Buffer.concat(chunks);
      yield { bytes: joined.subarray(0, size), isLast: false };
      // Copied, so that the part can be freed.
      const rest = Buffer.from(joined.subarray(size));
      chunks = [rest];
      length = rest.length;
    }
  }
  yield { bytes: Buffer.concat(chunks), isLast: true };
}
