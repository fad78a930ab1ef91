import type { Actor } from "@/lib/users/types";

/** What a key may do with the short URLs of its group, within the rights of its owner. */
export const API_KEY_SCOPES = ["create", "read", "update", "delete"] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** Why the owner of a suspended key may not own it. */
export type SuspensionReason = "paused" | "locked" | "deleted" | "demoted" | "not_a_member";

type PersonName = { firstName: string; lastName: string };

/** An API key as the calls give it; the key itself is given once, on creation. */
export type ApiKey = {
  id: string;
  name: string;
  /** False: revoked. */
  isActive: boolean;
  scopes: ApiKeyScope[];
  /** ISO 8601; null: not suspended. */
  suspendedAt: string | null;
  suspendedReason: SuspensionReason | null;
  createdBy: PersonName;
  /** Who took the key over, and owns it instead of its maker. */
  adoptedBy: PersonName | null;
  /** Requests an hour. */
  rateLimit: number;
  /** ISO 8601, to the minute; null: never used. */
  lastUsedAt: string | null;
  /** ISO 8601; null: it does not expire. */
  expiresAt: string | null;
  /** ISO 8601 */
  createdAt: string;
  groupId: string;
  /** The first characters of the key, to know it by. */
  prefix: string;
  lastFour: string;
};

/** Answer of creating a key: the only one that holds it. */
export type CreatedApiKey = ApiKey & { apiKey: string };

/** Who calls the public API: a key, which acts for its group and never exceeds what its owner may do now. */
export type ApiCaller = {
  keyId: string;
  keyName: string;
  groupId: string;
  scopes: readonly ApiKeyScope[];
  /** Whoever adopted the key last, else its maker. */
  owner: Pick<Actor, "id" | "role">;
};
