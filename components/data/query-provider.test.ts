import { focusManager, onlineManager, QueryObserver } from "@tanstack/react-query";
import { ApiError } from "@/components/data/api";
import { createClient, watchRestored } from "@/components/data/query-provider";
import { toast } from "@/components/ui/toast/toast-store";
import { paths } from "@/lib/paths";

jest.mock("@/components/ui/toast/toast-store", () => ({ toast: jest.fn() }));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Watches a query like a mounted component, and counts its calls. */
function watch(queryFn: () => Promise<unknown>) {
  const client = createClient();
  client.mount();
  const calls = jest.fn(queryFn);
  const options = { queryKey: ["urls"], queryFn: calls };
  const observe = () => new QueryObserver(client, options).subscribe(() => undefined);
  const stop = observe();
  return { calls, client, observe, stop };
}

const aDay = () => jest.advanceTimersByTimeAsync(24 * 60 * 60 * 1000);

test("a failed query is not retried", async () => {
  const { calls, client, stop } = watch(() => Promise.reject(new Error("no")));
  await aDay();
  expect(client.getQueryState(["urls"])?.status).toBe("error");
  expect(calls).toHaveBeenCalledTimes(1);
  stop();
});

test("a successful query never becomes stale: over time, on focus, on reconnect or in another component", async () => {
  const { calls, observe, stop } = watch(() => Promise.resolve([]));
  await aDay();
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  const stopAnother = observe();
  await aDay();
  expect(calls).toHaveBeenCalledTimes(1);
  stopAnother();
  stop();
});

test("a failed change is not retried", async () => {
  const mutationFn = jest.fn(() => Promise.reject(new Error("no")));
  const client = createClient();
  const change = client.getMutationCache().build(client, { mutationFn });
  const failed = expect(change.execute(undefined)).rejects.toThrow("no");
  await aDay();
  await failed;
  expect(mutationFn).toHaveBeenCalledTimes(1);
});

test("a page restored by going back refetches what it shows, a loaded one does not", async () => {
  Object.defineProperty(globalThis, "window", { configurable: true, value: new EventTarget() });
  const { calls, client, stop } = watch(() => Promise.resolve([]));
  const stopWatching = watchRestored(client);
  const show = async (persisted: boolean) => {
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
    await jest.advanceTimersByTimeAsync(0);
    return calls.mock.calls.length;
  };
  expect(await show(false)).toBe(1);
  expect(await show(true)).toBe(2);
  stopWatching();
  expect(await show(true)).toBe(2);
  stop();
});

test("an ended session is reported once to polls, to each change, and again after a call that succeeded", async () => {
  Object.defineProperty(globalThis, "window", { configurable: true, value: { location: { assign: jest.fn() } } });
  const client = createClient();
  const ended = () => Promise.reject(new ApiError(401, '{"message":"Unauthorized","code":"unauthorized"}', ""));
  const toldAfter = async (work: Promise<unknown>) => {
    await work.catch(() => undefined);
    await jest.advanceTimersByTimeAsync(500);
    return jest.mocked(toast).mock.calls.length;
  };
  const poll = (queryFn: () => Promise<unknown>) => client.fetchQuery({ queryKey: ["urls"], queryFn, staleTime: 0 });
  const save = () => client.getMutationCache().build(client, { mutationFn: ended }).execute(undefined);
  expect(await toldAfter(poll(ended))).toBe(1);
  expect(await toldAfter(poll(ended))).toBe(1);
  expect(await toldAfter(save())).toBe(2);
  expect(await toldAfter(poll(ended))).toBe(2);
  await poll(() => Promise.resolve([]));
  expect(await toldAfter(poll(ended))).toBe(3);
});

test.each([
  [
    "a change in a group that the user has left",
    "change",
    403,
    '{"message":"You are not a member","code":"not_in_group"}',
  ],
  ["a list of a group that is gone", "query", 404, '{"message":"Group not found","code":"not_found"}'],
])("%s refetches the groups once", async (_, kind, status, body) => {
  const client = createClient();
  const fail = () => Promise.reject(new ApiError(status, body, ""));
  const calls = jest.fn(() => Promise.resolve([]));
  const keys = jest.fn(fail);
  const groups = new QueryObserver(client, { queryKey: [paths.api.groups], queryFn: calls });
  const stops = [groups.subscribe(() => undefined)];
  await jest.advanceTimersByTimeAsync(0);
  if (kind === "query") {
    const list = new QueryObserver(client, { queryKey: [paths.api.groups, "7", "api-keys"], queryFn: keys });
    stops.push(list.subscribe(() => undefined));
  } else {
    const change = client.getMutationCache().build(client, { mutationFn: fail });
    await change.execute(undefined).catch(() => undefined);
  }
  await aDay();
  expect(calls).toHaveBeenCalledTimes(2);
  expect(keys.mock.calls.length).toBeLessThanOrEqual(1);
  for (const stop of stops) stop();
});
