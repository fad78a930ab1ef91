"use client";

import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import type { CreatedStatShare } from "@/lib/shares/types";

type CreatedShareProps = { share: CreatedStatShare; onCopied: () => void; onClose: () => void };

export function CreatedShare({ share, onCopied, onClose }: CreatedShareProps) {
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", onLeave);
    return () => window.removeEventListener("beforeunload", onLeave);
  }, []);
  return (
    <>
      <DialogBody>
        <Notice title="Copy this address now - it won't be shown again!">
          {share.hasPassword
            ? "Anyone who has it and the password can see the statistics."
            : "Anyone who has it can see the statistics."}
        </Notice>
        <div className="grid gap-1.5">
          {share.name && <p className="break-words font-medium text-ink text-sm">{share.name}</p>}
          <code className="select-all break-all rounded-md border border-line bg-canvas px-3 py-2.5 font-mono text-ink text-sm">
            {share.url}
          </code>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
        <CopyButton text={share.url} what="Address" variant="primary" onCopied={onCopied} />
      </DialogFooter>
    </>
  );
}
