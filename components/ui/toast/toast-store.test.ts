import { dismissToast, getToasts, toast, toastInTurn } from "@/components/ui/toast/toast-store";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("one toast is shown at a time, the newest", () => {
  toast({ title: "first" });
  toast({ title: "second" });
  expect(getToasts().map((item) => item.title)).toEqual(["second"]);
});

test("a dismissed toast closes at once and leaves memory after 1,000,000 ms", () => {
  toast({ title: "bye" });
  const id = getToasts()[0]?.id ?? 0;
  dismissToast(id);
  expect(getToasts()).toMatchObject([{ title: "bye", open: false }]);
  jest.advanceTimersByTime(999_999);
  expect(getToasts()).toHaveLength(1);
  jest.advanceTimersByTime(1);
  expect(getToasts()).toEqual([]);
});

test("a background toast waits for the current one and is replaced by a response", () => {
  const shown = () => getToasts().map(({ title, open }) => ({ title, open }));
  const dismiss = () => dismissToast(getToasts()[0]?.id ?? 0);
  toast({ title: "Failed to create short URL" });
  toastInTurn({ title: "first job" });
  toastInTurn({ title: "second job" });
  expect(shown()).toEqual([{ title: "Failed to create short URL", open: true }]);
  toast({ title: "Short URL created successfully" });
  expect(shown()).toEqual([{ title: "Short URL created successfully", open: true }]);
  dismiss();
  expect(shown()).toEqual([{ title: "first job", open: true }]);
  dismiss();
  expect(shown()).toEqual([{ title: "second job", open: true }]);
  dismiss();
  expect(shown()).toEqual([{ title: "second job", open: false }]);
  toastInTurn({ title: "third job" });
  expect(shown()).toEqual([{ title: "third job", open: true }]);
});
