"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { CreateApiKeyForm } from "@/components/api-keys/create-api-key-form";
import { CreatedKey } from "@/components/api-keys/created-key";
import { Button, type ButtonProps } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import type { CreatedApiKey } from "@/lib/api-keys/types";
import type { Group } from "@/lib/groups/types";

type CreateApiKeyButtonProps = Pick<ButtonProps, "className"> & { group: Group };

/** A button that opens the create dialog, which then shows the key, once. */
export function CreateApiKeyButton({ group, className }: CreateApiKeyButtonProps) {
  const [open, setOpen] = useState(false);
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const [isCopied, setIsCopied] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);

  const close = () => {
    setOpen(false);
    setCreated(null);
    setIsCopied(false);
    setIsLeaving(false);
  };
  // A key that nobody copied is lost: a slip of the finger must not lose it.
  const onClose = () => (created && !isCopied ? setIsLeaving(true) : close());

  return (
    <>
      <Button className={className} variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" />
        Create API Key
      </Button>
      <Dialog
        open={open}
        onOpenChange={onClose}
        title={created ? "API Key Created" : "Create API Key"}
        description={`For programs that create short URLs in ${group.name}`}
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
        description="It is shown only here and only now. Without it, you would have to create another."
        confirmLabel="Close without copying"
        pending={false}
        onConfirm={close}
      />
    </>
  );
}
