import type { ApiKey, ApiKeyScope, SuspensionReason } from "@/lib/api-keys/types";
import { API_KEY_SCOPES } from "@/lib/api-keys/types";

export type ApiKeyState = "active" | "suspended" | "revoked" | "expired";

/** The state of a key. Revoked and expired come first: adopting such a key would not help. */
export function apiKeyState(
  { isActive, expiresAt, suspendedAt }: Pick<ApiKey, "isActive" | "expiresAt" | "suspendedAt">,
  now = Date.now(),
): ApiKeyState {
  if (!isActive) return "revoked";
  if (expiresAt !== null && Date.parse(expiresAt) <= now) return "expired";
  return suspendedAt === null ? "active" : "suspended";
}

const REASONS: Record<SuspensionReason, string> = {
  paused: "was paused",
  locked: "was locked",
  deleted: "was deleted",
  demoted: "is no longer an admin",
  not_a_member: "is no longer in this group",
};

/** Why a key is suspended, such as "Ada King was paused"; null if it is not. */
export function suspensionText({ suspendedReason, createdBy, adoptedBy }: ApiKey): string | null {
  if (suspendedReason === null) return null;
  const { firstName, lastName } = adoptedBy ?? createdBy;
  return `${`${firstName} ${lastName}`.trim() || "The owner"} ${REASONS[suspendedReason]}`;
}

/** "Create, read"; "All scopes". */
export function scopesText(scopes: readonly ApiKeyScope[]): string {
  if (scopes.length === API_KEY_SCOPES.length) return "All scopes";
  const text = scopes.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
