import { useCallback, useEffect, useState } from "react";
import { LazyConfirmDialog } from "@/components/ui/lazy-confirm-dialog";
import { useLeaveGuard } from "@/components/ui/use-leave-guard";

const UNSAVED = {
  title: "Close without saving?",
  description: "What you typed will be lost.",
  confirmLabel: "Discard",
};

/**
 * Asks before Escape, a click outside or going back loses a dialog's input; the browser itself asks before the page is
 * closed or reloaded. Pass `onDismiss` to the Dialog, render `question` beside it, and report with `onTyped` whether
 * something is typed.
 *
 * @param texts texts of the question, if something other than typed text is lost
 */
export function useDiscardQuestion(onDiscard: () => void, texts = UNSAVED) {
  const [isTyped, setTyped] = useState(false);
  const [isAsking, setAsking] = useState(false);
  // They may change while the question closes.
  const [askedTexts, setAskedTexts] = useState(texts);
  const ask = () => {
    setAskedTexts(texts);
    setAsking(true);
  };
  const onTyped = useCallback((typed: boolean) => {
    setTyped(typed);
    if (typed) LazyConfirmDialog.intent.onFocus();
    // Saved meanwhile.
    else setAsking(false);
  }, []);
  const onStep = (step: NavigateEvent) => {
    step.preventDefault();
    // Going back from the question closes it, as it closes dialogs on phones.
    if (isAsking) setAsking(false);
    else ask();
  };
  useLeaveGuard(isTyped, onStep, { isInner: true });
  return {
    isTyped,
    onTyped,
    onDismiss: (event: Event) => {
      if (!isTyped) return;
      event.preventDefault();
      ask();
    },
    /** Call this for other ways of closing the dialog, such as its buttons. */
    onClose: () => (isTyped ? ask() : onDiscard()),
    question: (
      <LazyConfirmDialog
        open={isAsking}
        onOpenChange={() => setAsking(false)}
        {...askedTexts}
        onConfirm={() => {
          setAsking(false);
          onDiscard();
        }}
      />
    ),
  };
}

/** Reports from a form in the dialog whether something is typed; false once the form is gone. */
export function useReportTyped(isTyped: boolean, onTyped: (typed: boolean) => void): void {
  useEffect(() => {
    onTyped(isTyped);
    return () => onTyped(false);
  }, [isTyped, onTyped]);
}
