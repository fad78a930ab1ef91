"use client";

import { useCallback, useRef, useState } from "react";
import { LazyConfirmDialog } from "@/components/ui/lazy-confirm-dialog";

/**
 * Asks before Escape or a click outside closes a dialog with typed work in it. Pass `onDismiss` to the Dialog, render
 * `question` beside it, and report with `onTyped` whether something is typed.
 */
export function useDiscardQuestion(onDiscard: () => void) {
  const isTyped = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const onTyped = useCallback((typed: boolean) => {
    isTyped.current = typed;
    if (typed) LazyConfirmDialog.intent.onFocus();
  }, []);
  return {
    onTyped,
    onDismiss: (event: Event) => {
      if (!isTyped.current) return;
      event.preventDefault();
      setAsking(true);
    },
    question: (
      <LazyConfirmDialog
        open={isAsking}
        onOpenChange={() => setAsking(false)}
        title="Close without saving?"
        description="What you typed will be lost."
        confirmLabel="Discard"
        pending={false}
        onConfirm={() => {
          setAsking(false);
          onDiscard();
        }}
      />
    ),
  };
}
