import { createContext, useCallback, useContext, useEffect, useState } from "react";
import { LazyConfirmDialog } from "@/components/ui/dialog/lazy-confirm-dialog";
import { useLeaveGuard } from "@/components/ui/dialog/use-leave-guard";

/** Texts of the question whether to lose something. */
export type Loss = { title: string; description: string; confirmLabel: string };

const UNSAVED: Loss = {
  title: "Close without saving?",
  description: "What you typed will be lost.",
  confirmLabel: "Discard",
};

/** Tells the dialog around what closing it would lose; null for nothing. */
export const ReportLoss = createContext<(loss: Loss | null) => void>(() => undefined);

/**
 * Asks before closing a dialog, or going back, loses what its content reports; the browser itself asks before the page
 * is closed or reloaded. The dialog provides `report` as ReportLoss, closes with `onClose`, and renders `question`
 * beside it.
 *
 * @param onTyped called with whether something would be lost
 */
export function useDiscardQuestion(onDiscard: () => void, onTyped?: (isTyped: boolean) => void) {
  const [loss, setLoss] = useState<Loss | null>(null);
  const [isAsking, setAsking] = useState(false);
  // Another loss may be reported while the question closes.
  const [asked, setAsked] = useState(UNSAVED);
  const ask = () => {
    setAsked(loss ?? UNSAVED);
    setAsking(true);
  };
  const report = useCallback(
    (found: Loss | null) => {
      setLoss(found);
      onTyped?.(found !== null);
      if (found) LazyConfirmDialog.intent.onFocus();
      // Saved meanwhile.
      else setAsking(false);
    },
    [onTyped],
  );
  const onStep = (step: NavigateEvent) => {
    step.preventDefault();
    // Going back from the question closes it, as it closes dialogs on phones.
    if (isAsking) setAsking(false);
    else ask();
  };
  useLeaveGuard(loss !== null, onStep, { isInner: true });
  return {
    report,
    onClose: () => (loss ? ask() : onDiscard()),
    question: (
      <LazyConfirmDialog
        open={isAsking}
        onOpenChange={() => setAsking(false)}
        {...asked}
        onConfirm={() => {
          setAsking(false);
          onDiscard();
        }}
      />
    ),
  };
}

/**
 * Reports from a form in a dialog whether something is typed; nothing once the form is gone.
 *
 * @param loss texts of the question, if something other than typed text is lost
 */
export function useReportTyped(isTyped: boolean, loss = UNSAVED): void {
  const report = useContext(ReportLoss);
  useEffect(() => {
    report(isTyped ? loss : null);
    return () => report(null);
  }, [isTyped, loss, report]);
}
