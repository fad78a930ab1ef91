"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { ShownOnce } from "@/components/ui/shown-once";
import type { CreatedStatShare } from "@/lib/shares/types";

type CreatedShareProps = { share: CreatedStatShare; onCopied: () => void; onClose: () => void };

export function CreatedShare({ share, onCopied, onClose }: CreatedShareProps) {
  return (
    <>
      <DialogBody>
        <Notice title="Copy this address now - it won't be shown again!">
          {share.hasPassword
            ? "Anyone who has it and the password can see the statistics."
            : "Anyone who has it can see the statistics."}
        </Notice>
        <ShownOnce name={share.name} text={share.url} />
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
