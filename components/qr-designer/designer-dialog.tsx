import type { ReactNode } from "react";
import { Dialog } from "@/components/ui/dialog";
import { useDiscardQuestion } from "@/components/ui/use-discard-question";
import type { DialogState } from "@/components/ui/use-return-focus";

/** Callbacks for the form in a designer. */
export type DesignerHandlers = { onTyped: (isTyped: boolean) => void; onDone: () => void; onCancel: () => void };

type DesignerDialogProps = DialogState & {
  title: string;
  description?: ReactNode;
  children: (handlers: DesignerHandlers) => ReactNode;
};

/**
 * A dialog as high as the window on phones, and on larger screens wide enough for the preview beside the fields. Asks
 * before discarding changes.
 */
export function DesignerDialog({ onOpenChange, children, ...dialog }: DesignerDialogProps) {
  const close = () => onOpenChange(false);
  const { onTyped, onClose, question } = useDiscardQuestion(close);
  return (
    <>
      <Dialog {...dialog} onOpenChange={onClose} className="sm:max-h-[min(94dvh,58rem)] sm:max-w-5xl md:h-[58rem]">
        {children({ onTyped, onDone: close, onCancel: onClose })}
      </Dialog>
      {question}
    </>
  );
}
