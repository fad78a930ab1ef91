"use client";

import { useAdoptApiKey } from "@/components/api-keys/api-key-mutations";
import { suspensionText } from "@/components/api-keys/api-key-state";
import { toastError } from "@/components/data/toast-error";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast-store";
import type { ApiKey } from "@/lib/api-keys/types";

type AdoptApiKeyDialogProps = { apiKey: ApiKey; open: boolean; onClose: () => void };

/** Asks before a suspended key works again, under the rights of whoever confirms. */
export function AdoptApiKeyDialog({ apiKey, open, onClose }: AdoptApiKeyDialogProps) {
  const adopt = useAdoptApiKey(apiKey);
  const onConfirm = () =>
    adopt.mutate(undefined, {
      onSuccess: () => {
        onClose();
        toast({ title: "API key adopted" });
      },
      onError: (error) => toastError(error, "Failed to adopt API key"),
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title="Adopt API key?"
      description={
        <>
          <span className="font-medium text-ink">{apiKey.name}</span> is suspended because {suspensionText(apiKey)}. If
          you adopt it, anyone who has the key can use it again, within your rights in this group and the key's scopes (
          {apiKey.scopes.join(", ")}). If someone who left may still have it, revoke it and create a new key instead.
        </>
      }
      confirmLabel="Adopt"
      confirmVariant="primary"
      pending={adopt.isPending}
      onConfirm={onConfirm}
    />
  );
}
