/** An entry of the audit log as the call gives it. */
export type AuditEntry = {
  id: string;
  /** ISO 8601 */
  occurredAt: string;
  /** Null: no user, but the system or an API key. */
  actorId: string | null;
  /** The API key that acted; null: none did. */
  apiKeyId: string | null;
  /** Their name at that time. */
  actorLabel: string;
  /** For example `user.update` */
  action: string;
  /** For example `user` */
  subjectType: string;
  subjectId: string;
  /** Its short code, name or e-mail address at that time. */
  subjectLabel: string;
  /** What was altered, as it was; null for what is new. */
  before: unknown;
  /** What was altered, as it is since; null for what is gone. */
  after: unknown;
};

/** An entry as the dashboard tells it: that something was changed, not what it was before and after. */
export type Activity = Pick<AuditEntry, "id" | "occurredAt" | "actorLabel" | "action" | "subjectType" | "subjectLabel">;
