import { createImageCache } from "@/lib/qr/image-cache";

/** Renders images of 1,000 bytes and counts how often. */
function createRenderer() {
  const rendered: string[] = [];
  const render = (key: string) => async () => {
    rendered.push(key);
    return Buffer.alloc(1000);
  };
  return { rendered, render };
}

test("the most recently used images are kept, up to the maximum size", async () => {
  const cache = createImageCache(4000);
  const { rendered, render } = createRenderer();
  for (const key of ["a", "b", "c", "a", "d", "a", "b"]) await cache(key, render(key));
  expect(rendered).toEqual(["a", "b", "c", "d", "b"]);
});

test("an image larger than the cache is rendered each time and evicts none", async () => {
  const cache = createImageCache(4000);
  const { rendered, render } = createRenderer();
  await cache("a", render("a"));
  const large = async () => Buffer.alloc(5000);
  expect(await cache("large", large)).toHaveLength(5000);
  await cache("a", render("a"));
  expect(rendered).toEqual(["a"]);
});

test("concurrent requests share a rendering, and a failed one is retried", async () => {
  const cache = createImageCache(4000);
  const { rendered, render } = createRenderer();
  const [first, second] = await Promise.all([cache("a", render("a")), cache("a", render("a"))]);
  expect([second === first, rendered]).toEqual([true, ["a"]]);
  await expect(cache("b", () => Promise.reject(new Error("too busy")))).rejects.toThrow("too busy");
  expect(await cache("b", render("b"))).toHaveLength(1000);
});
