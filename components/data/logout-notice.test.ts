import { announceLogout, watchLogout } from "@/components/data/logout-notice";
import { leaveForSignIn } from "@/components/data/unauthorized";

jest.mock("@/components/data/unauthorized", () => ({ leaveForSignIn: jest.fn() }));

test("a logout ends the session of other tabs", () => {
  const setItem = jest.fn();
  Object.assign(globalThis, { window: new EventTarget(), localStorage: { setItem } });
  const stop = watchLogout();
  const hearFromOther = (key: string) => window.dispatchEvent(Object.assign(new Event("storage"), { key }));
  announceLogout();
  hearFromOther("hop.shortcuts");
  expect(leaveForSignIn).not.toHaveBeenCalled();
  hearFromOther(setItem.mock.calls[0][0]);
  expect(leaveForSignIn).toHaveBeenCalledTimes(1);
  stop();
  hearFromOther(setItem.mock.calls[0][0]);
  expect(leaveForSignIn).toHaveBeenCalledTimes(1);
});
