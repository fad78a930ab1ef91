import { Ban, type LucideIcon, Trash2, UserRoundCheck } from "lucide-react";
import type { ReactNode } from "react";
import { groupApiKeysQuery } from "@/components/api-keys/api-key-queries";
import { apiKeyState, suspensionText } from "@/components/api-keys/api-key-state";
import { call } from "@/components/data/api";
import { callDelete } from "@/components/data/call-delete";
import { ConfirmButton } from "@/components/ui/dialog/confirm-button";
import type { RowActions } from "@/components/ui/table/row-actions";
import type { ApiKey } from "@/lib/api-keys/types";
import { paths } from "@/lib/paths";

type Action = {
  label: string;
  icon: LucideIcon;
  title: string;
  description: (apiKey: ApiKey) => ReactNode;
  variant: "primary" | "danger";
  run: (id: string) => Promise<unknown>;
  done: string;
  failed: string;
};

const TAKE_OVER: Action = {
  label: "Take over",
  icon: UserRoundCheck,
  title: "Take over this API key?",
  description: (apiKey) => (
    <>
      <Name apiKey={apiKey} /> is suspended because {suspensionText(apiKey)}. If you take it over, anyone who has the
      key can use it again, within your permissions in this group and the key's scopes ({apiKey.scopes.join(", ")}). If
      someone who left may still have it, revoke it and create a new key instead.
    </>
  ),
  variant: "primary",
  run: (id) => call("PUT", paths.api.adoptApiKey(id)),
  done: "API key taken over",
  failed: "Failed to take over API key",
};

const REVOKE: Action = {
  label: "Revoke",
  icon: Ban,
  title: "Revoke API key?",
  description: (apiKey) => (
    <>
      Apps using <Name apiKey={apiKey} /> stop working immediately, and it can't be restored. The links they created are
      kept.
    </>
  ),
  variant: "danger",
  run: (id) => call("PUT", paths.api.revokeApiKey(id)),
  done: "API Key Revoked",
  failed: "Failed to revoke API key",
};

const DELETE: Action = {
  label: "Delete",
  icon: Trash2,
  title: "Delete API key?",
  description: (apiKey) => (
    <>
      <Name apiKey={apiKey} /> is permanently deleted
      {apiKey.isActive && "; apps using it stop working immediately"}. The links created with it are kept.
    </>
  ),
  variant: "danger",
  run: (id) => callDelete("API key", paths.api.apiKey(id)),
  done: "API Key Deleted",
  failed: "Failed to delete API key",
};

export function ApiKeyRowActions({ apiKey, canDelete }: { apiKey: ApiKey; canDelete: boolean }) {
  return (
    <div className="flex justify-end gap-1">
      {apiKeyState(apiKey) === "suspended" && <ActionButton apiKey={apiKey} action={TAKE_OVER} rowAction="open" />}
      {apiKey.isActive && <ActionButton apiKey={apiKey} action={REVOKE} rowAction={canDelete ? undefined : "delete"} />}
      {canDelete && <ActionButton apiKey={apiKey} action={DELETE} rowAction="delete" />}
    </div>
  );
}

type ActionButtonProps = {
  apiKey: ApiKey;
  action: Action;
  /** The key of the list that does the same in the row. */
  rowAction: keyof RowActions | undefined;
};

function ActionButton({ apiKey, action, rowAction }: ActionButtonProps) {
  const { label, run, description, variant, ...texts } = action;
  return (
    <ConfirmButton
      {...texts}
      label={`${label} ${apiKey.name}`}
      rowAction={rowAction}
      description={description(apiKey)}
      confirmLabel={label}
      confirmVariant={variant}
      change={() => run(apiKey.id)}
      refetch={[groupApiKeysQuery(apiKey.groupId).queryKey]}
    />
  );
}

function Name({ apiKey }: { apiKey: ApiKey }) {
  return <span className="font-medium text-ink">{apiKey.name}</span>;
}
