import { memoizeCandidates } from "@/lib/analytics/candidates";

let now = 0;

beforeEach(() => {
  now += 1_000_000;
  jest.spyOn(performance, "now").mockImplementation(() => now);
});

/** Selects 1, 2, 3 and so on. */
function counter() {
  let calls = 0;
  return async () => ++calls;
}

test("candidates are selected again in the background when they are old, and first when they are too old", async () => {
  const select = counter();
  const ask = () => memoizeCandidates({ key: "aged" }, select);
  const answers = [await ask()];
  for (const ms of [9_999, 1, 0, 60_000]) {
    now += ms;
    answers.push(await ask());
  }
  expect(answers).toEqual([1, 1, 1, 2, 3]);
});

test("candidates expire even if the clock is set back", async () => {
  const select = counter();
  const ask = (version: string) => memoizeCandidates({ key: "set back", version }, select);
  expect(await ask("a")).toBe(1);
  const clock = jest.spyOn(Date, "now").mockReturnValue(Date.now() - 3_600_000);
  now += 100_000;
  expect(await ask("b")).toBe(2);
  clock.mockRestore();
});

test("candidates of the same version never expire, and other keys have their own", async () => {
  const select = counter();
  const ask = (key: string, version: string) => memoizeCandidates({ key, version }, select);
  expect(await ask("versioned", "a")).toBe(1);
  now += 3_600_000;
  expect(await ask("versioned", "a")).toBe(1);
  expect(await ask("versioned", "b")).toBe(2);
  expect(await ask("another", "b")).toBe(3);
});

test("a failed selection is not kept", async () => {
  const select = counter();
  const fail = () => Promise.reject(new Error("no database"));
  await expect(memoizeCandidates({ key: "failing" }, fail)).rejects.toThrow("no database");
  expect(await memoizeCandidates({ key: "failing" }, select)).toBe(1);
  now += 20_000;
  expect(await memoizeCandidates<number>({ key: "failing" }, fail)).toBe(1);
  await Promise.resolve();
  expect(await memoizeCandidates({ key: "failing" }, select)).toBe(1);
});

test("many groups and users don't evict candidates of all links", async () => {
  const select = counter();
  const ask = (scope: string) => memoizeCandidates({ scope, key: "crowded", version: "a" }, select);
  const scopes = Array.from({ length: 60 }, (_, index) => `group ${index}`);
  expect(await ask("")).toBe(1);
  for (const scope of scopes) await ask(scope);
  expect(await ask("")).toBe(1);
  expect(await ask("group 59")).toBe(61);
  expect(await ask("group 0")).toBe(62);
});
