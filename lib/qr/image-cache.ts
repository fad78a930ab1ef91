import { createBoundedMap } from "@/lib/bounded-map";

/**
 * An LRU cache of images, limited by bytes. Concurrent requests for an image share one rendering; failures are not
 * cached.
 */
export function createImageCache(maxBytes: number) {
  const images = createBoundedMap(maxBytes, sizeOf);
  const rendering = new Map<string, Promise<Buffer>>();

  return async (key: string, render: () => Promise<Buffer>): Promise<Buffer> => {
    const kept = images.get(key);
    if (kept) {
      // Makes it the most recently used.
      images.set(key, kept);
      return kept;
    }
    const running = rendering.get(key);
    if (running) return running;
    const started = render()
      .then((image) => {
        images.set(key, image);
        return image;
      })
      .finally(() => rendering.delete(key));
    rendering.set(key, started);
    return started;
  };
}

/** Includes the overhead of a map entry. */
function sizeOf(image: Buffer, key: string): number {
  return image.length + 2 * key.length + 200;
}
