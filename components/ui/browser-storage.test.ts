import { readSaved, save, watchSaved } from "@/components/ui/browser-storage";

/** Whether the browser refuses access or further data. */
const state = { isBlocked: false, isFull: false };
const items = new Map<string, string>();

beforeAll(() => {
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (state.isFull) throw new DOMException("full", "QuotaExceededError");
      items.set(key, value);
    },
    removeItem: (key: string) => items.delete(key),
  };
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => {
      // Chrome throws where cookies are blocked.
      if (state.isBlocked) throw new DOMException("denied", "SecurityError");
      return storage;
    },
  });
  Object.defineProperty(globalThis, "window", { configurable: true, value: new EventTarget() });
});

beforeEach(() => Object.assign(state, { isBlocked: false, isFull: false }));

test("saves, reads and removes", () => {
  expect(readSaved("a")).toBeNull();
  save("a", "1");
  expect(items.get("a")).toBe("1");
  expect(readSaved("a")).toBe("1");
  save("a", null);
  expect(items.has("a")).toBe(false);
  expect(readSaved("a")).toBeNull();
});

test.each(["isBlocked", "isFull"] as const)("if the storage %s, choices last until the page is left", (refusal) => {
  save(refusal, "before");
  state[refusal] = true;
  expect(readSaved(`never saved, ${refusal}`)).toBeNull();
  save(refusal, "after");
  expect(readSaved(refusal)).toBe("after");
  save(refusal, null);
  expect(readSaved(refusal)).toBeNull();
  state[refusal] = false;
  save(refusal, "later");
  expect(items.get(refusal)).toBe("later");
  expect(readSaved(refusal)).toBe("later");
});

test("changes in this and other tabs are noticed, even of values that cannot be saved", () => {
  let changes = 0;
  const stop = watchSaved(() => changes++);
  save("watched", "1");
  state.isBlocked = true;
  save("watched", "2");
  window.dispatchEvent(new Event("storage"));
  expect(changes).toBe(3);
  stop();
  save("watched", "3");
  window.dispatchEvent(new Event("storage"));
  expect(changes).toBe(3);
});
