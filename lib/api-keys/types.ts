/** An API key as the calls give it; the key itself is given once, on creation. */
export type ApiKey = {
  id: string;
  name: string;
  isActive: boolean;
  createdBy: { firstName: string; lastName: string };
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

/** Who calls the public API: a key, which acts for its group and in the name of whoever created it. */
export type ApiCaller = {
  keyId: string;
  keyName: string;
  groupId: string;
  createdBy: { id: string; label: string };
};
