/** Cuts a stream into parts of `size` bytes; only the last may be smaller, and it is empty if the stream is. */
export async function* cutIntoParts(
  bytes: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    length += chunk.length;
    if (length <= size) continue;
    const joined = Buffer.concat(chunks);
    let at = 0;
    for (; length - at > size; at += size) yield { bytes: joined.subarray(at, at + size), isLast: false };
    // Copied, so that the parts can be freed.
    chunks = [Buffer.from(joined.subarray(at))];
    length -= at;
  }
  yield { bytes: Buffer.concat(chunks), isLast: true };
}
