import { watchMinutes } from "@/components/ui/text/relative-time";
import { formatRelative } from "@/lib/format";

const MINUTES = 60_000;
const HOURS = 60 * MINUTES;

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { document: new EventTarget() });
});
afterEach(() => jest.useRealTimers());

test("a relative time is updated every minute, and when a suspended page becomes visible again, until it unmounts", () => {
  const iso = new Date().toISOString();
  let text = formatRelative(iso);
  const stop = watchMinutes(() => {
    text = formatRelative(iso);
  });
  jest.advanceTimersByTime(MINUTES);
  expect(text).toBe("1 min. ago");
  jest.advanceTimersByTime(MINUTES);
  expect(text).toBe("2 min. ago");
  jest.setSystemTime(Date.now() + 8 * HOURS);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(text).toBe("8 hr. ago");
  stop();
  jest.setSystemTime(Date.now() + HOURS);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(text).toBe("8 hr. ago");
  expect(jest.getTimerCount()).toBe(0);
});
