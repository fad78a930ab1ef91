"use client";

import { useState } from "react";
import { CreateShareForm } from "@/components/shares/create-share-form";
import { CreatedShare } from "@/components/shares/created-share";
import { ShareList } from "@/components/shares/share-list";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import type { DialogState } from "@/components/ui/use-return-focus";
import { withoutScheme } from "@/components/urls/short-link-text";
import type { CreatedStatShare } from "@/lib/shares/types";
import type { ShortUrl } from "@/lib/urls/types";

type ShareDialogProps = DialogState & { url: Pick<ShortUrl, "id" | "shortUrl"> };

/** The shared pages of a link's statistics, the form for another one, and the address of a new one, shown once. */
export function ShareDialog({ url, open, onOpenChange, returnFocusTo }: ShareDialogProps) {
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<CreatedStatShare | null>(null);
  const [isCopied, setIsCopied] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);

  const forget = () => {
    setIsCreating(false);
    setCreated(null);
    setIsCopied(false);
    setIsLeaving(false);
  };
  const close = () => {
    onOpenChange(false);
    forget();
  };
  // Closing without copying loses the address, so ask first.
  const onClose = () => (created && !isCopied ? setIsLeaving(true) : close());

  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onClose}
        title={created ? "Statistics Shared" : "Share Statistics"}
        description={<span className="break-all font-mono text-sm">{withoutScheme(url.shortUrl)}</span>}
        returnFocusTo={returnFocusTo}
        className="sm:max-w-lg"
      >
        {created && <CreatedShare share={created} onCopied={() => setIsCopied(true)} onClose={onClose} />}
        {!created && isCreating && (
          <CreateShareForm urlId={url.id} onCreated={setCreated} onCancel={() => setIsCreating(false)} />
        )}
        {!created && !isCreating && <ShareList urlId={url.id} onCreate={() => setIsCreating(true)} onClose={close} />}
      </Dialog>
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setIsLeaving}
        title="Close without copying the address?"
        description="You won't see this address again. You'd have to create a new one."
        confirmLabel="Close without copying"
        pending={false}
        onConfirm={close}
      />
    </>
  );
}
