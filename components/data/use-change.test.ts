import { MutationObserver } from "@tanstack/react-query";
import { createClient } from "@/components/data/query-provider";
import { outcomeHandlers } from "@/components/data/use-change";

/** A change as a component starts it, which can close before the response. */
function start(showError = (_: Error) => false) {
  const [onSuccess, onError, onDone, refetch] = [jest.fn(), jest.fn(), jest.fn(), jest.fn()];
  let settle: { resolve: (text: string) => void; reject: (error: Error) => void } | undefined;
  const response = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject };
  });
  let isShown = true;
  const shown = jest.fn(showError);
  const options = { onSuccess, onError, onDone, showError: shown, refetch, isShown: () => isShown };
  const observer = new MutationObserver(createClient(), {
    mutationFn: (_: number) => response,
    ...outcomeHandlers<number, string>(options),
  });
  const unmount = observer.subscribe(() => undefined);
  const ended = observer.mutate(7).catch(() => undefined);
  const close = () => {
    isShown = false;
    unmount();
  };
  const succeed = () => {
    settle?.resolve("saved");
    return ended;
  };
  const fail = () => {
    settle?.reject(new Error("no"));
    return ended;
  };
  return { onSuccess, onError, onDone, showError: shown, refetch, close, succeed, fail };
}

test("success closes the dialog, then is reported", async () => {
  const { onSuccess, onError, onDone, refetch, succeed } = start();
  await succeed();
  expect(onDone).toHaveBeenCalledWith("saved", 7);
  expect(onSuccess).toHaveBeenCalledWith("saved", 7, true);
  expect(onDone.mock.invocationCallOrder[0]).toBeLessThan(onSuccess.mock.invocationCallOrder[0] ?? 0);
  expect(refetch).toHaveBeenCalledTimes(1);
  expect(onError).not.toHaveBeenCalled();
});

test("success is reported after the dialog was closed, without closing another", async () => {
  const { onSuccess, onDone, refetch, close, succeed } = start();
  close();
  await succeed();
  expect(onSuccess).toHaveBeenCalledWith("saved", 7, false);
  expect(onDone).not.toHaveBeenCalled();
  expect(refetch).toHaveBeenCalledTimes(1);
});

test("failure is reported unless the form shows it; queries are refetched, since the change may have been made", async () => {
  const unshown = start();
  await unshown.fail();
  expect(unshown.onError).toHaveBeenCalledWith(new Error("no"), 7);
  expect(unshown.refetch).toHaveBeenCalledTimes(1);
  const shown = start(() => true);
  await shown.fail();
  expect(shown.onError).not.toHaveBeenCalled();
  expect(shown.refetch).toHaveBeenCalledTimes(1);
});

test("failure is reported after the form was closed, even if the form could have shown it", async () => {
  const { onError, showError, close, fail } = start(() => true);
  close();
  await fail();
  expect(onError).toHaveBeenCalledWith(new Error("no"), 7);
  expect(showError).not.toHaveBeenCalled();
});
