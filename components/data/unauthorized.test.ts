const toast = jest.fn();
jest.mock("@/components/ui/toast/toast-store", () => ({ toast: (...input: unknown[]) => toast(...input) }));

const assign = jest.fn();
const LOGGED_OUT = expect.objectContaining({ title: "Unauthorized" });
const KEEPS_REFUSING = expect.objectContaining({ description: expect.stringContaining("keeps refusing") });
/** Bodies of refusals. */
const HOPS = '{"message":"Unauthorized","code":"unauthorized"}';
const PROXYS = "<h1>401</h1>";

function fakeStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

/** The module as a page loads it. */
async function loadPage() {
  jest.resetModules();
  const { ApiError } = await import("@/components/data/api");
  const { leaveForSignIn, ...others } = await import("@/components/data/unauthorized");
  const leave = (body = HOPS, isAction = false) => {
    leaveForSignIn({ error: new ApiError(401, body, ""), isAction });
    jest.advanceTimersByTime(500);
  };
  return { leave, ...others };
}

beforeEach(() => {
  jest.useFakeTimers();
  jest.clearAllMocks();
  const window = Object.assign(new EventTarget(), { location: { assign } });
  Object.assign(globalThis, { window, sessionStorage: fakeStorage() });
});
afterEach(() => jest.useRealTimers());

test("says once that the session has ended, however many calls fail, even if the user stays on the page", async () => {
  const { leave } = await loadPage();
  leave();
  leave();
  expect(toast).toHaveBeenCalledTimes(1);
  expect(toast).toHaveBeenCalledWith(LOGGED_OUT);
  expect(assign.mock.calls).toEqual([["/"]]);
});

test("says so again when the user does something, and once a call has succeeded", async () => {
  const { leave, expectSession } = await loadPage();
  leave();
  leave(HOPS, true);
  expect(assign).toHaveBeenCalledTimes(2);
  expectSession();
  leave();
  expect(assign).toHaveBeenCalledTimes(3);
});

test("a proxy that refuses the page to which its sign-in led is reported instead of causing a redirect loop", async () => {
  const before = await loadPage();
  before.leave(PROXYS);
  expect(assign).toHaveBeenCalledTimes(1);
  const after = await loadPage();
  after.leave(PROXYS);
  after.leave(PROXYS);
  expect(assign).toHaveBeenCalledTimes(1);
  expect(toast).toHaveBeenCalledTimes(2);
  expect(toast).toHaveBeenLastCalledWith(KEEPS_REFUSING);
  // Its session has expired again.
  after.expectSession();
  jest.advanceTimersByTime(60_000);
  after.leave(PROXYS);
  expect(assign).toHaveBeenCalledTimes(2);
});

test("a proxy's refusal is followed again by a user who stayed on the page, and Hop's always", async () => {
  const before = await loadPage();
  before.leave(PROXYS);
  before.leave(PROXYS, true);
  expect(assign).toHaveBeenCalledTimes(2);
  (await loadPage()).leave(HOPS);
  expect(assign).toHaveBeenCalledTimes(3);
});
