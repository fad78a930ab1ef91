import * as Radix from "@radix-ui/react-toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { type FocusEvent, useRef, useSyncExternalStore } from "react";
import { cn } from "@/components/ui/cn";
import { OVERLAYS } from "@/components/ui/focus/typing";
import { takeFocusFallback } from "@/components/ui/focus/use-kept-focus";
import {
  dismissToast,
  getToasts,
  subscribeToToasts,
  TOAST_DURATION_MS,
  TOAST_HOTKEY,
  TOAST_SWIPE_DIRECTION,
  TOAST_SWIPE_THRESHOLD_PX,
  type Toast,
} from "@/components/ui/toast/toast-store";

const NONE: readonly Toast[] = [];
/** To reach a button, such as Undo, takes longer by keyboard and screen reader than by mouse (WCAG 2.2.1). */
const WITH_ACTIONS_MS = 20_000;

/**
 * Where toasts appear: at the top of phones, and elsewhere at the bottom right, above the actions on selected rows, or at
 * the bottom left while a dialog has buttons on the right.
 */
export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts, () => NONE);
  const { region, onFocus, returnFocus } = useFocusBefore();
  const onClose = (id: number) => {
    returnFocus();
    dismissToast(id);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches where the focus comes from.
    <div ref={region} onFocus={onFocus}>
      <Radix.Provider
        duration={TOAST_DURATION_MS}
        swipeDirection={TOAST_SWIPE_DIRECTION}
        swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}
      >
        {toasts.map((item) => (
          <ToastCard key={item.id} toast={item} onClose={() => onClose(item.id)} />
        ))}
        <Radix.Viewport
          hotkey={TOAST_HOTKEY}
          className="fixed inset-x-0 top-0 z-60 m-0 flex list-none flex-col gap-2 p-4 -outline-offset-2 short:p-2 md:top-auto md:right-(--toast-right,0px) md:left-(--toast-left,auto) md:w-full md:bottom-(--bar-height,0px) md:max-w-[420px] short:md:max-w-80"
        />
      </Radix.Provider>
    </div>
  );
}

/** When the user closes a toast that has the focus, it returns to where it was before. */
function useFocusBefore() {
  const region = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLElement | null>(null);
  const isInside = (element: Element | null) => region.current?.contains(element) ?? false;
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !isInside(relatedTarget)) before.current = relatedTarget;
  };
  const returnFocus = () => {
    if (!isInside(document.activeElement)) return;
    const element = before.current?.isConnected ? before.current : takeFocusFallback();
    // A click must not scroll the page back.
    (element ?? document.getElementById("content"))?.focus({ preventScroll: true });
  };
  return { region, onFocus, returnFocus };
}

/**
 * Radix gives Escape to the toast if it is newer than the dialog with the focus, which hides it from screen readers. It
 * closes that dialog instead, as its own button does.
 */
function closeDialogInstead(event: KeyboardEvent): void {
  const overlay = document.activeElement?.closest(OVERLAYS);
  const button = overlay?.querySelector<HTMLElement>("[data-closes]");
  if (!button) return;
  event.preventDefault();
  button.click();
}

/** Radix announces all texts of a toast without anything between them. */
function Pause() {
  return <span className="sr-only">. </span>;
}

type ToastCardProps = { toast: Toast; onClose: () => void };

function ToastCard({ toast, onClose }: ToastCardProps) {
  const failed = toast.variant === "destructive";
  const Icon = failed ? CircleAlert : CircleCheck;
  return (
    <Radix.Root
      open={toast.open}
      duration={toast.actions ? WITH_ACTIONS_MS : TOAST_DURATION_MS}
      onOpenChange={(open) => !open && onClose()}
      onEscapeKeyDown={closeDialogInstead}
      className={cn(
        "pointer-events-auto flex items-start gap-3 rounded-xl border border-line bg-raised p-4 pr-3 text-ink shadow-raised data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[state=closed]:animate-toast-out data-[state=open]:animate-toast-in data-[swipe=cancel]:transition-transform",
        failed && "border-danger",
      )}
    >
      <Icon
        aria-hidden
        className={cn("mt-px size-[18px] shrink-0", failed ? "text-danger-text" : "text-accent-text")}
      />
      <div className="min-w-0 flex-1">
        <Radix.Title className="break-words font-medium text-base">{toast.title}</Radix.Title>
        <Pause />
        {toast.description && (
          <Radix.Description className="mt-0.5 break-words text-base text-muted">{toast.description}</Radix.Description>
        )}
        {toast.description && <Pause />}
        {toast.actions && (
          <div className="mt-3 flex flex-wrap gap-2">
            {toast.actions.map(({ label, onClick }) => (
              <Radix.Action
                key={label}
                altText={`${label}. `}
                onClick={onClick}
                className="h-8 pointer-coarse:h-10 rounded-md border border-line px-3 font-medium text-sm transition-colors hover:bg-hover"
              >
                {label}
              </Radix.Action>
            ))}
          </div>
        )}
      </div>
      <Radix.Close
        aria-label="Dismiss"
        className="-my-1 grid size-7 shrink-0 place-items-center rounded-md text-muted transition-colors hover:bg-hover hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </Radix.Close>
    </Radix.Root>
  );
}
