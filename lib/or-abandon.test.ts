import { orAbandon } from "@/lib/or-abandon";

const SOON_MS = 10;
const NEVER_MS = 60_000;

test("work has its outcome, even after the signal", async () => {
  const stopping = new AbortController();
  expect(await orAbandon(Promise.resolve(7), stopping.signal, NEVER_MS)).toBe(7);
  const cleanedUp = new Promise((_resolve, reject) => {
    stopping.signal.addEventListener("abort", () => setImmediate(() => reject(new Error("cleaned up"))));
  });
  const outcome = orAbandon(cleanedUp, stopping.signal, NEVER_MS);
  stopping.abort();
  await expect(outcome).rejects.toThrow("cleaned up");
});

test("work that doesn't react to the signal is abandoned", async () => {
  const hangs = new Promise(() => undefined);
  const stopping = new AbortController();
  const outcome = orAbandon(hangs, stopping.signal, SOON_MS);
  stopping.abort(new Error("stopped"));
  await expect(outcome).rejects.toThrow("stopped");
  await expect(orAbandon(hangs, stopping.signal, SOON_MS)).rejects.toThrow("stopped");
});
