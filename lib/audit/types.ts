/** An audit entry as returned by the API. */
export type AuditEntry = {
  id: string;
  /** ISO 8601 */
  occurredAt: string;
  /** Null for the system and API keys. */
  actorId: string | null;
  /** The API key that acted, if any. */
  apiKeyId: string | null;
  /** The actor's name at the time. */
  actorLabel: string;
  /** For example `user.update` */
  action: string;
  /** For example `user` */
  subjectType: string;
  subjectId: string;
  /** The subject's short code, name or email address at the time. */
  subjectLabel: string;
  /** Changed values before; null if the subject is new. */
  before: unknown;
  /** Changed values after; null if the subject is gone. */
  after: unknown;
  /** The current address of the user, or of the user whose session it is. */
  subjectEmail: string | null;
  /** The group of an API key, or the group whose clicks were exported. */
  subjectGroupId: string | null;
};

/** Subject types of entries, current and past. */
export const SUBJECT_TYPES = [
  "short_url",
  "short_urls",
  "user",
  "group",
  "api_key",
  "setting",
  "session",
  "export",
  "qr_codes",
  "qr_template",
  "qr_logo",
  "favicons",
  "bulk_job",
  "failed_job",
  "backup",
  "click",
  "unknown_code",
] as const;

export type SubjectType = (typeof SUBJECT_TYPES)[number];

/** Verbs of entries, current and past. */
export type AuditVerb =
  | "create"
  | "update"
  | "delete"
  | "remove"
  | "pause"
  | "activate"
  | "lock"
  | "revoke"
  | "adopt"
  | "suspend"
  | "use"
  | "test"
  | "restore"
  | "dismiss"
  | "move"
  | "add_member"
  | "remove_member"
  | "start"
  | "cancel"
  | "retry"
  | "regenerate"
  | "refresh"
  | "import"
  | "rebuild"
  | "sign_in"
  | "sign_out"
  | "end"
  | "end_others"
  | "end_sessions"
  | "invite"
  | "sign_in_link"
  | "download"
  | "share"
  | "revoke_share"
  | "add_placement"
  | "remove_placement"
  | "set_design"
  | "reset_design"
  | "erase";

/** For example `short_url.create` */
export type AuditAction = `${SubjectType}.${AuditVerb}`;

/** What a bulk change did to one of its subjects. */
export type AuditItem = {
  /** The subject's id. */
  id: string;
  /** The subject's name at the time. */
  label: string;
  before: unknown;
  after: unknown;
};

/** The type of the subject of bulk changes to short URLs, whose entries have items. */
export const BULK_URLS = "short_urls";

/** An entry as shown on the dashboard, without the values before and after. */
export type Activity = Omit<AuditEntry, "actorId" | "apiKeyId" | "before" | "after">;

/** Instead of the name of an actor whom the reader may not see. */
export function unnamedActor(isKey: boolean): string {
  return isKey ? "An API key" : "Someone outside your groups";
}
