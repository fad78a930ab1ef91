import { text } from "node:stream/consumers";
import { Suspense } from "react";
import { renderToReadableStream } from "react-dom/server";
import { lazyPart } from "@/components/ui/button/on-demand";

const Loaded = () => <p>loaded</p>;
const failing = () => Promise.reject(new Error("Failed to load chunk"));

async function render(Part: ReturnType<typeof lazyPart>): Promise<string> {
  const stream = await renderToReadableStream(
    <Suspense fallback="loading">
      <Part />
    </Suspense>,
  );
  await stream.allReady;
  return text(stream as never);
}

test.each([
  ["is shown once it is loaded", lazyPart(async () => Loaded), "<p>loaded</p>"],
  ["that doesn't load is replaced by a message", lazyPart(failing), "could not be loaded"],
])("a part %s", async (_case, part, expected) => {
  expect(await render(part)).toContain(expected);
});

test("an optional part that doesn't load shows nothing", async () => {
  expect((await render(lazyPart(failing, { optional: true }))).replaceAll(/<!--.*?-->/g, "")).toBe("");
});
