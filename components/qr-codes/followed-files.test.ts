import { followFile, unfollowFile } from "@/components/qr-codes/followed-files";
import { QR_FILE_KEPT_MS } from "@/lib/qr/types";

const KEY = "hop.qr-files";
const NOW = Date.parse("2026-11-22T12:00:00Z");
const items = new Map<string, string>();
const followed = () => Object.keys(JSON.parse(items.get(KEY) ?? "{}"));

beforeAll(() => {
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
      removeItem: (key: string) => items.delete(key),
    },
  });
});

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  items.clear();
});
afterEach(() => jest.useRealTimers());

test("files are followed until they are unfollowed", () => {
  followFile("a");
  followFile("b");
  expect(followed()).toEqual(["a", "b"]);
  unfollowFile("a");
  unfollowFile("unknown");
  expect(followed()).toEqual(["b"]);
  unfollowFile("b");
  expect(items.has(KEY)).toBe(false);
});

test("files that the server has deleted by now, and malformed ones, are forgotten", () => {
  items.set(KEY, JSON.stringify({ deleted: NOW - QR_FILE_KEPT_MS, kept: NOW - QR_FILE_KEPT_MS + 1, malformed: "x" }));
  followFile("new");
  expect(followed()).toEqual(["kept", "new"]);
});
