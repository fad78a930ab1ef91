import { getToasts, subscribeToToasts, type Toast } from "@/components/ui/toast/toast-store";

/** The toast that an action brings. */
export function toastAfter(act: (() => void) | undefined): Promise<Toast | undefined> {
  return new Promise((resolve) => {
    const stop = subscribeToToasts(() => {
      stop();
      resolve(getToasts()[0]);
    });
    act?.();
  });
}
