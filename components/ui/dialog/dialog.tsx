import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/button/button";
import { cn } from "@/components/ui/cn";
import { overlayClasses } from "@/components/ui/dialog/overlay-classes";
import { DialogOpen } from "@/components/ui/dialog/shown";
import { ReportLoss, useDiscardQuestion } from "@/components/ui/dialog/use-discard-question";
import { type DialogState, useReturnFocus } from "@/components/ui/focus/use-return-focus";

/** A sheet from the bottom edge on phones, a centred card from `sm` up. In a low window all of it scrolls. */
const panelClasses =
  "fixed inset-x-0 top-4 bottom-0 z-40 flex flex-col short:block short:overflow-y-auto overflow-hidden rounded-t-xl border border-line bg-raised text-ink shadow-raised outline-none data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[min(88dvh,44rem)] sm:w-[calc(100vw-2rem)] sm:max-w-md sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl sm:data-[state=closed]:animate-pop-out sm:data-[state=open]:animate-pop-in";

type DialogProps = DialogState & {
  /** Called with whether closing it would lose something. */
  onTyped?: (isTyped: boolean) => void;
  title: string;
  description?: ReactNode;
  className?: string;
  /** On phones, only as high as its content; for dialogs without text inputs. */
  fit?: boolean;
  /** Mounted when the dialog opens, so that a form in it starts fresh. */
  children: ReactNode;
};

/**
 * A modal dialog with a DialogBody and a DialogFooter. Asks before it is closed if its content reports that something
 * would be lost (`useReportTyped`).
 */
export function Dialog({
  open,
  onOpenChange,
  onTyped,
  title,
  description,
  returnFocusTo,
  className,
  fit,
  children,
}: DialogProps) {
  const focusHandlers = useReturnFocus(returnFocusTo);
  const { report, onClose, question } = useDiscardQuestion(() => onOpenChange(false), onTyped);
  return (
    <>
      <Radix.Root open={open} onOpenChange={onClose}>
        <Radix.Portal>
          <Radix.Overlay className={overlayClasses} />
          <Radix.Content
            className={cn(panelClasses, fit && "top-auto max-h-[calc(100dvh-1rem)]", className)}
            {...(description ? {} : { "aria-describedby": undefined })}
            {...focusHandlers}
            onSubmitCapture={(event) => {
              // It is closing: a double click would do it twice.
              if (open) return;
              event.preventDefault();
              event.stopPropagation();
            }}
          >
            <div className="grid grid-cols-1 gap-1 break-words border-line border-b py-4 pr-14 pl-5">
              <Radix.Title className="font-semibold text-lg tracking-[-0.01em]">{title}</Radix.Title>
              {description && <Radix.Description className="text-base text-muted">{description}</Radix.Description>}
            </div>
            <DialogOpen value={open}>
              <ReportLoss value={report}>{children}</ReportLoss>
            </DialogOpen>
            <Radix.Close
              aria-label="Close"
              data-closes
              className="absolute top-3 right-3 grid size-9 place-items-center rounded-md text-muted transition-colors hover:bg-hover hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </Radix.Close>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      {question}
    </>
  );
}

/** A button that closes the dialog around it, as the X does. */
export function CloseButton({ children }: { children: ReactNode }) {
  return (
    <Radix.Close asChild>
      <Button variant="secondary">{children}</Button>
    </Radix.Close>
  );
}

export function DialogBody({ className, ...props }: ComponentProps<"div">) {
  // Rows as high as their content: cards, which hide what overflows them, would shrink instead of being scrolled to.
  const base =
    "-outline-offset-2 grid min-h-0 flex-1 auto-rows-max grid-cols-1 scroll-py-2 content-start gap-4 overflow-y-auto p-5";
  return <div className={cn(base, className)} {...props} />;
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div
      data-dialog-footer
      className="flex flex-col-reverse gap-2 border-line border-t bg-canvas px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end dark:bg-surface"
    >
      {children}
    </div>
  );
}
