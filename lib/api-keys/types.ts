import type { Actor } from "@/lib/actor";

/** What a key may do with links of its group, within its owner's rights. */
export const API_KEY_SCOPES = ["create", "read", "update", "delete"] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** Why the owner of a suspended key lost the right to it. */
export type SuspensionReason = "paused" | "locked" | "deleted" | "demoted" | "not_a_member";

type PersonName = { firstName: string; lastName: string };

/** An API key as returned by the API, without the key itself. */
export type ApiKey = {
  id: string;
  name: string;
  /** False if revoked. */
  isActive: boolean;
  scopes: ApiKeyScope[];
  /** ISO 8601; null if not suspended. */
  suspendedAt: string | null;
  suspendedReason: SuspensionReason | null;
  createdBy: PersonName;
  /** The admin who adopted the key and now owns it instead of its creator. */
  adoptedBy: PersonName | null;
  /** Requests per hour. */
  rateLimit: number;
  /** ISO 8601, accurate to the minute; null if never used. */
  lastUsedAt: string | null;
  /** ISO 8601; null if it does not expire. */
  expiresAt: string | null;
  /** ISO 8601 */
  createdAt: string;
  groupId: string;
  /** First characters of the key, for recognition. */
  prefix: string;
  lastFour: string;
};

/** Response to creating a key, the only one that contains it. */
export type CreatedApiKey = ApiKey & { apiKey: string };

/** The key calling the public API. It acts for its group, within its owner's current rights. */
export type ApiCaller = {
  keyId: string;
  keyName: string;
  groupId: string;
  scopes: readonly ApiKeyScope[];
  /** The latest adopter, or else the creator. */
  owner: Pick<Actor, "id" | "role">;
};
