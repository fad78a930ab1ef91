/**
 * A cache of images that keeps those used last, up to a number of bytes. Concurrent requests for an image share one
 * rendering; a failed one is not kept.
 */
export function createImageCache(maxBytes: number) {
  const images = new Map<string, Buffer>();
  const rendering = new Map<string, Promise<Buffer>>();
  let bytes = 0;

  function keep(key: string, image: Buffer): void {
    const size = sizeOf(key, image);
    if (size > maxBytes) return;
    images.set(key, image);
    bytes += size;
    for (const [oldest, old] of images) {
      if (bytes <= maxBytes) break;
      images.delete(oldest);
      bytes -= sizeOf(oldest, old);
    }
  }

  return async (key: string, render: () => Promise<Buffer>): Promise<Buffer> => {
    const kept = images.get(key);
    if (kept) {
      // The last in the map is the one used last.
      images.delete(key);
      images.set(key, kept);
      return kept;
    }
    const running = rendering.get(key);
    if (running) return running;
    const started = render()
      .then((image) => {
        keep(key, image);
        return image;
      })
      .finally(() => rendering.delete(key));
    rendering.set(key, started);
    return started;
  };
}

/** With what an entry of the map takes. */
function sizeOf(key: string, image: Buffer): number {
  return image.length + 2 * key.length + 200;
}
