import { download } from "@/components/data/download";
import { toast } from "@/components/ui/toast/toast-store";

jest.mock("@/components/ui/toast/toast-store", () => ({ toast: jest.fn() }));

/** A frame whose document the test replaces, as browsers do. */
function fakeFrame() {
  return Object.assign(new EventTarget(), {
    contentDocument: { URL: "about:blank" } as { URL: string; querySelector?: () => { textContent: string } } | null,
    remove: jest.fn(),
  });
}

function start() {
  const frame = fakeFrame();
  Object.assign(globalThis, { document: { createElement: () => frame, body: { append: jest.fn() } } });
  download("/api/analytics/export");
  return frame;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.clearAllMocks();
  Reflect.deleteProperty(globalThis, "document");
});

const failure = { variant: "destructive", title: "Error", description: "Failed to download the file" };

test("a saved file leaves the frame empty, which goes later", () => {
  const frame = start();
  frame.dispatchEvent(new Event("load"));
  expect(frame.remove).not.toHaveBeenCalled();
  jest.advanceTimersByTime(10 * 60_000);
  expect(frame.remove).toHaveBeenCalledTimes(1);
  expect(toast).not.toHaveBeenCalled();
  expect(jest.getTimerCount()).toBe(0);
});

test("a refusal is shown", () => {
  const frame = start();
  const textContent = JSON.stringify({ message: "Another export is running.", code: "conflict" });
  frame.contentDocument = { URL: "http://hop/api/analytics/export", querySelector: () => ({ textContent }) };
  frame.dispatchEvent(new Event("load"));
  jest.advanceTimersByTime(10 * 60_000);
  expect(toast).toHaveBeenCalledTimes(1);
  expect(toast).toHaveBeenCalledWith({ ...failure, description: "Another export is running." });
  expect(frame.remove).toHaveBeenCalled();
});

test.each([
  ["with a load event, as in Chromium", true],
  ["without a load event, as in Firefox", false],
])("a failed connection is shown %s", (_, hasEvent) => {
  const frame = start();
  frame.contentDocument = null;
  if (hasEvent) frame.dispatchEvent(new Event("load"));
  jest.advanceTimersByTime(10 * 60_000);
  expect(toast).toHaveBeenCalledTimes(1);
  expect(toast).toHaveBeenCalledWith(failure);
  expect(frame.remove).toHaveBeenCalled();
});
