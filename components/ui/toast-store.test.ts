import { dismissToast, getToasts, TOAST_REMOVE_DELAY_MS, toast } from "@/components/ui/toast-store";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("one toast is shown at a time, the newest", () => {
  toast({ title: "first" });
  toast({ title: "second" });
  expect(getToasts().map((item) => item.title)).toEqual(["second"]);
});

test("a dismissed toast closes at once and leaves memory later", () => {
  toast({ title: "bye" });
  const id = getToasts()[0]?.id ?? 0;
  dismissToast(id);
  expect(getToasts()).toMatchObject([{ title: "bye", open: false }]);
  jest.advanceTimersByTime(TOAST_REMOVE_DELAY_MS);
  expect(getToasts()).toEqual([]);
});
