"use client";

import { useState } from "react";
import { CreateApiKeyForm } from "@/components/api-keys/create-api-key-form";
import { CreatedKey } from "@/components/api-keys/created-key";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import type { CreatedApiKey } from "@/lib/api-keys/types";
import type { Group } from "@/lib/groups/types";

type CreateApiKeyDialogProps = { group: Group; baseUrl: string; open: boolean; onOpenChange: (open: boolean) => void };

/** The form, then the new key, shown once. */
export function CreateApiKeyDialog({ group, baseUrl, open, onOpenChange }: CreateApiKeyDialogProps) {
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const [isCopied, setIsCopied] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);

  const close = () => {
    onOpenChange(false);
    setCreated(null);
    setIsCopied(false);
    setIsLeaving(false);
  };
  // Closing without copying loses the key, so ask first.
  const onClose = () => (created && !isCopied ? setIsLeaving(true) : close());

  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onClose}
        title={created ? "API Key Created" : "Create API Key"}
        description={`Lets your own tools manage links in ${group.name}`}
      >
        {created ? (
          <CreatedKey apiKey={created} baseUrl={baseUrl} onCopied={() => setIsCopied(true)} onClose={onClose} />
        ) : (
          <CreateApiKeyForm groupId={group.id} onCreated={setCreated} onCancel={close} />
        )}
      </Dialog>
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setIsLeaving}
        title="Close without copying the key?"
        description="You won't see this key again. You'd have to create a new one."
        confirmLabel="Close without copying"
        pending={false}
        onConfirm={close}
      />
    </>
  );
}
