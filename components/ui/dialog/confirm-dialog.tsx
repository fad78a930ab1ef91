import { AlertDialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button/button";
import { overlayClasses } from "@/components/ui/dialog/overlay-classes";
import { type DialogState, useReturnFocus } from "@/components/ui/focus/use-return-focus";

type ConfirmDialogProps = DialogState & {
  title: string;
  description: ReactNode;
  confirmLabel: string;
  /** "primary" for actions that destroy nothing. */
  confirmVariant?: "danger" | "primary";
  /** Keeps the dialog open with the button busy. */
  pending?: boolean;
  onConfirm: () => void;
};

/** Confirms an action that is irreversible or slow. Cancel has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const focusHandlers = useReturnFocus(props.returnFocusTo);
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          {...focusHandlers}
          className="fixed top-1/2 left-1/2 z-40 max-h-[calc(100dvh-1rem)] w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-xl border border-line bg-raised text-ink shadow-raised outline-none data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in"
        >
          <div className="grid grid-cols-1 gap-2 break-words p-5">
            <Radix.Title className="font-semibold text-lg tracking-[-0.01em]">{props.title}</Radix.Title>
            <Radix.Description className="text-base text-muted">{props.description}</Radix.Description>
          </div>
          <div className="flex flex-col-reverse gap-2 border-line border-t bg-canvas px-5 py-3 sm:flex-row sm:justify-end dark:bg-surface">
            <Radix.Cancel asChild data-closes>
              <Button variant="secondary">Cancel</Button>
            </Radix.Cancel>
            <Button
              variant={props.confirmVariant ?? "danger"}
              loading={props.pending}
              // While it is closing, a double click would do it twice.
              onClick={() => props.open && props.onConfirm()}
            >
              {props.confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
