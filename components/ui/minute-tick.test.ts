import { watchMinutes } from "@/components/ui/minute-tick";
import { formatRelative } from "@/lib/format";

const MINUTES = 60_000;
const HOURS = 60 * MINUTES;

let page: EventTarget & { hidden: boolean };

function setHidden(hidden: boolean): void {
  page.hidden = hidden;
  page.dispatchEvent(new Event("visibilitychange"));
}

/** What is shown of a time that was now when the page was opened. */
function show() {
  const iso = new Date().toISOString();
  let text = formatRelative(iso);
  const stop = watchMinutes(() => {
    text = formatRelative(iso);
  });
  return { text: () => text, stop };
}

beforeEach(() => {
  jest.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  Object.assign(globalThis, { document: page });
});
afterEach(() => jest.useRealTimers());

test("a time is shown anew every minute, and as soon as a page that was hidden for hours is visible", () => {
  const { text, stop } = show();
  jest.advanceTimersByTime(MINUTES);
  expect(text()).toBe("1 min. ago");
  jest.advanceTimersByTime(MINUTES);
  expect(text()).toBe("2 min. ago");
  setHidden(true);
  expect(jest.getTimerCount()).toBe(0);
  jest.advanceTimersByTime(8 * HOURS);
  expect(text()).toBe("2 min. ago");
  setHidden(false);
  expect(text()).toBe("8 hr. ago");
  jest.advanceTimersByTime(58 * MINUTES);
  expect(text()).toBe("9 hr. ago");
  stop();
});

test("one timer for all times of a page, also if opened hidden, and none without any", () => {
  setHidden(true);
  const [first, second] = [show(), show()];
  expect(jest.getTimerCount()).toBe(0);
  setHidden(false);
  expect(jest.getTimerCount()).toBe(1);
  first.stop();
  jest.advanceTimersByTime(MINUTES);
  expect([first.text(), second.text()]).toEqual(["now", "1 min. ago"]);
  second.stop();
  expect(jest.getTimerCount()).toBe(0);
  setHidden(false);
  expect(jest.getTimerCount()).toBe(0);
});
