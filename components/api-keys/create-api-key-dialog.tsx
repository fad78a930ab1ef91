"use client";

import { useState } from "react";
import { CreateApiKeyForm } from "@/components/api-keys/create-api-key-form";
import { CreatedKey } from "@/components/api-keys/created-key";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import type { CreatedApiKey } from "@/lib/api-keys/types";
import type { Group } from "@/lib/groups/types";

type CreateApiKeyDialogProps = { group: Group; open: boolean; onOpenChange: (open: boolean) => void };

/** The create form, and then the key, once. */
export function CreateApiKeyDialog({ group, open, onOpenChange }: CreateApiKeyDialogProps) {
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const [isCopied, setIsCopied] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);

  const close = () => {
    onOpenChange(false);
    setCreated(null);
    setIsCopied(false);
    setIsLeaving(false);
  };
  // A key that nobody copied is lost: a slip of the finger must not lose it.
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
          <CreatedKey apiKey={created} onCopied={() => setIsCopied(true)} onClose={onClose} />
        ) : (
          <CreateApiKeyForm groupId={group.id} onCreated={setCreated} onCancel={close} />
        )}
      </Dialog>
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setIsLeaving}
        title="Close without copying the key?"
        description="You won't see this key again. Without it, you would have to create another."
        confirmLabel="Close without copying"
        pending={false}
        onConfirm={close}
      />
    </>
  );
}
