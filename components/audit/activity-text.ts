import type { Activity, AuditVerb, SubjectType } from "@/lib/audit/types";

export const VERBS: Record<string, string> = {
  create: "created",
  update: "changed",
  delete: "deleted",
  remove: "removed",
  pause: "paused",
  activate: "activated",
  lock: "locked",
  revoke: "revoked",
  adopt: "took over",
  suspend: "suspended",
  use: "used",
  test: "tested",
  restore: "restored",
  dismiss: "dismissed",
  move: "moved",
  add_member: "added a member to",
  remove_member: "removed a member from",
  start: "started",
  cancel: "cancelled",
  retry: "retried",
  regenerate: "regenerated",
  refresh: "refreshed",
  import: "imported",
  rebuild: "rebuilt",
  sign_in: "signed in with",
  sign_out: "signed out of",
  end: "ended the session",
  end_others: "ended all other sessions",
  end_sessions: "ended all sessions of",
  invite: "invited",
  sign_in_link: "printed a sign-in link for",
  download: "downloaded",
  share: "shared the statistics of",
  revoke_share: "revoked shared statistics of",
  add_placement: "added a QR placement to",
  remove_placement: "removed a QR placement from",
  set_design: "changed the QR design of",
  reset_design: "reset the QR design of",
  erase: "erased the personal data of",
} satisfies Record<AuditVerb, string>;

const NOUNS: Record<string, string> = {
  short_url: "",
  short_urls: "",
  user: "user",
  group: "group",
  api_key: "API key",
  setting: "setting",
  session: "",
  export: "",
  qr_codes: "",
  qr_template: "QR template",
  qr_logo: "QR logo",
  favicons: "",
  bulk_job: "bulk job",
  failed_job: "failed job",
  backup: "backup",
  click: "",
  unknown_code: "unknown code",
} satisfies Record<SubjectType, string>;

/** The words between the actor and the subject of a change: "deleted the user". */
export function activityText({ action, subjectType }: Pick<Activity, "action" | "subjectType">): string {
  const verb = action.slice(action.indexOf(".") + 1);
  const noun = NOUNS[subjectType] ?? toWords(subjectType);
  return [VERBS[verb] ?? `performed “${toWords(verb)}” on`, noun && `the ${noun}`].filter(Boolean).join(" ");
}

function toWords(name: string): string {
  return name.replace(/[_-]+/g, " ");
}
