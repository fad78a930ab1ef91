import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { useReportTyped } from "@/components/ui/use-discard-question";

type ShownOnceProps = {
  /** Kind of secret: "API key". */
  what: string;
  title: string;
  notice: string;
  name: string | null;
  text: string;
  /** Called with whether it would be lost because it has not been copied. */
  onUncopied: (isUncopied: boolean) => void;
  onClose: () => void;
  /** Shown below the secret. */
  children?: (onCopied: () => void) => ReactNode;
};

/** A dialog's content with a secret that can't be shown again. */
export function ShownOnce({ what, title, notice, name, text, onUncopied, onClose, children }: ShownOnceProps) {
  const [isCopied, setCopied] = useState(false);
  const onCopied = () => setCopied(true);
  useReportTyped(!isCopied, onUncopied);
  return (
    <>
      <DialogBody>
        <Notice title={title}>{notice}</Notice>
        <div className="grid gap-1.5">
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
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
        <CopyButton text={text} what={what} variant="primary" onCopied={onCopied} />
      </DialogFooter>
    </>
  );
}
