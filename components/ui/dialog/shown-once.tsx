import { type ReactNode, useState } from "react";
import { CopyButton } from "@/components/ui/button/copy-button";
import { CloseButton, DialogBody, DialogFooter } from "@/components/ui/dialog/dialog";
import { type Loss, useReportTyped } from "@/components/ui/dialog/use-discard-question";
import { Notice } from "@/components/ui/notice";

type ShownOnceProps = {
  /** Kind of secret: "API key". */
  what: string;
  title: string;
  notice: string;
  name: string | null;
  text: string;
  /** Asked before closing, unless it has been copied. */
  loss: Loss;
  /** Shown below the secret. */
  children?: (onCopied: () => void) => ReactNode;
};

/** A dialog's content with a secret that can't be shown again. */
export function ShownOnce({ what, title, notice, name, text, loss, children }: ShownOnceProps) {
  const [isCopied, setCopied] = useState(false);
  const onCopied = () => setCopied(true);
  useReportTyped(!isCopied, loss);
  return (
    <>
      <DialogBody>
        <Notice title={title}>{notice}</Notice>
        <div className="grid grid-cols-1 gap-1.5">
          {name && <p className="break-words font-medium text-ink text-sm">{name}</p>}
          <code
            translate="no"
            className="select-all break-all rounded-md border border-line bg-canvas px-3 py-2.5 font-mono text-ink text-sm"
          >
            {text}
          </code>
        </div>
        {children?.(onCopied)}
      </DialogBody>
      <DialogFooter>
        <CloseButton>Done</CloseButton>
        <CopyButton text={text} what={what} variant="primary" onCopied={onCopied} />
      </DialogFooter>
    </>
  );
}
