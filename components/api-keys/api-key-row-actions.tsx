"use client";

import { Ban, Trash2, UserRoundCheck } from "lucide-react";
import { useState } from "react";
import { AdoptApiKeyDialog } from "@/components/api-keys/adopt-api-key-dialog";
import { useDeleteApiKey, useRevokeApiKey } from "@/components/api-keys/api-key-mutations";
import { apiKeyState } from "@/components/api-keys/api-key-state";
import { toastError } from "@/components/data/toast-error";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast-store";
import type { ApiKey } from "@/lib/api-keys/types";

type ApiKeyRowActionsProps = { apiKey: ApiKey; canDelete: boolean };

export function ApiKeyRowActions({ apiKey, canDelete }: ApiKeyRowActionsProps) {
  const [dialog, setDialog] = useState<"adopt" | "revoke" | "delete" | null>(null);
  const close = () => setDialog(null);
  const canAdopt = apiKeyState(apiKey) === "suspended";
  return (
    <div className="flex justify-end gap-1">
      {canAdopt && (
        <IconButton label={`Adopt ${apiKey.name}`} tip="Adopt" onClick={() => setDialog("adopt")}>
          <UserRoundCheck aria-hidden className="size-4" strokeWidth={1.75} />
        </IconButton>
      )}
      {apiKey.isActive && (
        <IconButton label={`Revoke ${apiKey.name}`} tip="Revoke" onClick={() => setDialog("revoke")}>
          <Ban aria-hidden className="size-4" strokeWidth={1.75} />
        </IconButton>
      )}
      {canDelete && (
        <IconButton label={`Delete ${apiKey.name}`} tip="Delete" onClick={() => setDialog("delete")}>
          <Trash2 aria-hidden className="size-4" strokeWidth={1.75} />
        </IconButton>
      )}
      <AdoptApiKeyDialog apiKey={apiKey} open={dialog === "adopt"} onClose={close} />
      <RevokeDialog apiKey={apiKey} open={dialog === "revoke"} onClose={close} />
      {canDelete && <DeleteDialog apiKey={apiKey} open={dialog === "delete"} onClose={close} />}
    </div>
  );
}

type DialogProps = { apiKey: ApiKey; open: boolean; onClose: () => void };

function RevokeDialog({ apiKey, open, onClose }: DialogProps) {
  const revoke = useRevokeApiKey(apiKey);
  const onConfirm = () =>
    revoke.mutate(undefined, {
      onSuccess: () => {
        onClose();
        toast({ title: "API Key Revoked" });
      },
      onError: (error) => toastError(error, "Failed to revoke API key"),
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title="Revoke API key?"
      description={
        <>
          Apps using <span className="font-medium text-ink">{apiKey.name}</span> stop working immediately, and it cannot
          be restored. The links they created stay.
        </>
      }
      confirmLabel="Revoke"
      pending={revoke.isPending}
      onConfirm={onConfirm}
    />
  );
}

function DeleteDialog({ apiKey, open, onClose }: DialogProps) {
  const remove = useDeleteApiKey(apiKey);
  const onConfirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        onClose();
        toast({ title: "API Key Deleted" });
      },
      onError: (error) => toastError(error, "Failed to delete API key"),
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title="Delete API key?"
      description={
        <>
          <span className="font-medium text-ink">{apiKey.name}</span> is permanently deleted
          {apiKey.isActive && "; apps using it stop working immediately"}. The links created with it stay.
        </>
      }
      confirmLabel="Delete"
      pending={remove.isPending}
      onConfirm={onConfirm}
    />
  );
}
