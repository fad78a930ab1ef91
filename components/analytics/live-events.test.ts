import { listenWhileVisible } from "@/components/analytics/live-events";

const [CONNECTING, OPEN, CLOSED] = [0, 1, 2];

/** A connection as the browser reports it. */
class Source extends EventTarget {
  static readonly CLOSED = CLOSED;
  readyState = CONNECTING;
  onopen?: () => void;
  onerror?: () => void;
  constructor(readonly path: string) {
    super();
    sources.push(this);
  }
  close() {
    this.readyState = CLOSED;
  }
  accept() {
    this.readyState = OPEN;
    this.onopen?.();
  }
  fail(readyState: number) {
    this.readyState = readyState;
    this.onerror?.();
  }
}

let sources: Source[];
let page: EventTarget & { hidden: boolean };
let stop: () => void;
const refetch = jest.fn();
const onLive = jest.fn();
const isLive = () => onLive.mock.lastCall?.[0] as boolean;
const latest = () => sources.at(-1) as Source;
const pass = (seconds: number) => jest.advanceTimersByTime(seconds * 1_000);

beforeEach(() => {
  jest.useFakeTimers();
  jest.clearAllMocks();
  sources = [];
  page = Object.assign(new EventTarget(), { hidden: false });
  Object.assign(globalThis, { EventSource: Source, document: page });
  stop = listenWhileVisible("/live", refetch, onLive);
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

test("numbers are refetched once the stream is open, and after changes, at most every three seconds", () => {
  latest().accept();
  expect(isLive()).toBe(true);
  pass(3);
  expect(refetch).toHaveBeenCalledTimes(1);
  for (let time = 0; time < 10; time++) latest().dispatchEvent(new Event("changed"));
  pass(10);
  expect(refetch).toHaveBeenCalledTimes(2);
});

test("heartbeats keep a connection; after 20 seconds without any it is replaced", () => {
  latest().accept();
  for (let time = 0; time < 12; time++) {
    pass(10);
    latest().dispatchEvent(new Event("heartbeat"));
  }
  expect([sources.length, isLive()]).toEqual([1, true]);
  pass(20);
  expect([latest().readyState, isLive()]).toEqual([CLOSED, false]);
  pass(5);
  expect(sources).toHaveLength(2);
  latest().accept();
  expect(isLive()).toBe(true);
});

test("a stream that is held back never opens, but the numbers are refetched once a minute", () => {
  pass(600);
  expect(onLive).not.toHaveBeenCalledWith(true);
  expect(refetch.mock.calls.length).toBeGreaterThanOrEqual(7);
  expect(refetch.mock.calls.length).toBeLessThanOrEqual(10);
});

test("a refused stream is retried ever more rarely, and the numbers are refetched at once, then once a minute", () => {
  const openedAfter: number[] = [];
  const refetchedAfter: number[] = [];
  for (let second = 0; second <= 300; second++) {
    if (latest().readyState === CONNECTING) {
      openedAfter.push(second);
      const before = refetch.mock.calls.length;
      latest().fail(CLOSED);
      if (refetch.mock.calls.length > before) refetchedAfter.push(second);
    }
    pass(1);
  }
  expect(openedAfter).toEqual([0, 5, 15, 35, 75, 135, 195, 255]);
  expect(refetchedAfter).toEqual([0, 75, 135, 195, 255]);
});

test("after an event, the next refusal is retried soon again", () => {
  latest().fail(CLOSED);
  pass(5);
  latest().fail(CLOSED);
  pass(10);
  latest().accept();
  latest().dispatchEvent(new Event("heartbeat"));
  latest().fail(CLOSED);
  pass(5);
  expect(sources).toHaveLength(4);
});

test("while the browser reconnects, its connection is kept for 20 seconds; then numbers are refetched once a minute", () => {
  latest().accept();
  for (let time = 0; time < 6; time++) {
    latest().fail(CONNECTING);
    pass(3);
  }
  expect([sources.length, isLive()]).toEqual([1, false]);
  refetch.mockClear();
  for (let time = 0; time < 100; time++) {
    latest().fail(CONNECTING);
    pass(3);
  }
  expect(refetch.mock.calls.length).toBeGreaterThanOrEqual(4);
  expect(refetch.mock.calls.length).toBeLessThanOrEqual(6);
});

test("a hidden page has no connection, and opens one when it is visible again", () => {
  latest().accept();
  page.hidden = true;
  page.dispatchEvent(new Event("visibilitychange"));
  pass(600);
  expect([sources.length, latest().readyState, isLive()]).toEqual([1, CLOSED, false]);
  expect(refetch).not.toHaveBeenCalled();
  page.hidden = false;
  page.dispatchEvent(new Event("visibilitychange"));
  expect(sources).toHaveLength(2);
});
