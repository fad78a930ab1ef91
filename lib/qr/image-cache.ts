/**
 * An LRU cache of images, limited by bytes. Concurrent requests for an image share one rendering; failures are not
 * cached.
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
      // The last entry of the map is the most recently used.
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

/** Includes the overhead of a map entry. */
function sizeOf(key: string, image: Buffer): number {
  return image.length + 2 * key.length + 200;
}
