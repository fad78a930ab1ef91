import { type AddressFormat, readId, readOption, readSearchText, toDay } from "@/components/data/address";
import type { SelectOption } from "@/components/ui/form/select-button";
import { DAY_MS } from "@/lib/days";

const ALL = "all";
/** The value of `since` for which `from` and `to` apply. */
export const RANGE = "range";

export type AuditActorFilter = { id: string; isKey: boolean };

export type AuditFilters = {
  /** Search text for links and people. */
  text: string;
  subjectType: string;
  /** One of ACTION_OPTIONS. */
  action: string;
  /** One of SINCE_OPTIONS. */
  since: string;
  /** Days of a range, as YYYY-MM-DD, both inclusive; empty if open. */
  from: string;
  to: string;
  /** The user or API key whose changes to show; null for everyone's. */
  actor: AuditActorFilter | null;
};

export const NO_FILTERS: AuditFilters = {
  text: "",
  subjectType: ALL,
  action: ALL,
  since: ALL,
  from: "",
  to: "",
  actor: null,
};

export const SUBJECT_OPTIONS: readonly SelectOption[] = [
  { value: ALL, label: "Everything" },
  { value: "short_url", label: "Short URLs" },
  { value: "user", label: "Users" },
  { value: "group", label: "Groups" },
  { value: "api_key", label: "API keys" },
  { value: "setting", label: "Settings" },
  { value: "session", label: "Sessions" },
  { value: "export", label: "Exports" },
  { value: "qr_codes", label: "QR codes" },
  { value: "qr_template", label: "QR templates" },
  { value: "qr_logo", label: "QR logos" },
  { value: "favicons", label: "Favicons" },
  { value: "bulk_job", label: "Bulk jobs" },
  { value: "failed_job", label: "Failed jobs" },
  { value: "backup", label: "Backups" },
  { value: "click", label: "Clicks" },
  { value: "unknown_code", label: "Unknown codes" },
];

/** Kinds of actions, each with its verbs in GET /api/audit. */
export const ACTIONS = [
  { value: "created", label: "Created", verbs: "create" },
  {
    value: "changed",
    label: "Changed",
    verbs: "update,pause,activate,lock,move,restore,dismiss,add_placement,remove_placement,set_design,reset_design",
  },
  { value: "deleted", label: "Deleted", verbs: "delete,remove,erase" },
  { value: "members", label: "Group members", verbs: "add_member,remove_member" },
  { value: "sign-ins", label: "Sign-ins", verbs: "sign_in,sign_out,end,end_others,end_sessions,sign_in_link,invite" },
  { value: "keys", label: "Key use and access", verbs: "use,revoke,suspend,adopt" },
  { value: "sharing", label: "Shared statistics", verbs: "share,revoke_share" },
  { value: "downloads", label: "Downloads", verbs: "download" },
  { value: "maintenance", label: "Maintenance", verbs: "regenerate,refresh,import,rebuild,test,start,cancel,retry" },
] as const;

export const ACTION_OPTIONS: readonly SelectOption[] = [{ value: ALL, label: "All actions" }, ...ACTIONS];

const DAYS = ["1", "7", "30", "90"] as const;
const NAMED_DAYS = ["today", "yesterday"];

export const SINCE_OPTIONS: readonly SelectOption[] = [
  { value: ALL, label: "Any time" },
  { value: "today", label: "Today" },
  { value: "yesterday", label: "Yesterday" },
  { value: "1", label: "Last 24 hours" },
  ...DAYS.slice(1).map((days) => ({ value: days, label: `Last ${days} days` })),
  { value: RANGE, label: "Date range" },
];

export function isFiltered({ text, subjectType, action, since, actor }: AuditFilters): boolean {
  return text.trim() !== "" || subjectType !== ALL || action !== ALL || since !== ALL || actor !== null;
}

const valuesOf = (options: readonly SelectOption[]) => options.map(({ value }) => value);

/** The audit log in the address. */
export const auditAddress: AddressFormat<AuditFilters> = {
  keys: ["q", "type", "action", "since", "from", "to", "actor", "key"],
  typed: ["q", "from", "to"],
  read: (params) => {
    const [actor, key] = [readId(params, "actor"), readId(params, "key")];
    const since = readOption(params, "since", { options: valuesOf(SINCE_OPTIONS), fallback: ALL });
    return {
      text: readSearchText(params),
      subjectType: readOption(params, "type", { options: valuesOf(SUBJECT_OPTIONS), fallback: ALL }),
      action: readOption(params, "action", { options: valuesOf(ACTION_OPTIONS), fallback: ALL }),
      since,
      from: since === RANGE ? toDay(params.get("from") ?? "") : "",
      to: since === RANGE ? toDay(params.get("to") ?? "") : "",
      actor: actor ? { id: actor, isKey: false } : key ? { id: key, isKey: true } : null,
    };
  },
  write: ({ text, subjectType, action, since, from, to, actor }) => ({
    ...(text.trim() && { q: text.trim() }),
    ...(subjectType !== ALL && { type: subjectType }),
    ...(action !== ALL && { action }),
    ...(since !== ALL && { since }),
    ...(since === RANGE && from && { from }),
    ...(since === RANGE && to && { to }),
    ...(actor && { [actor.isKey ? "key" : "actor"]: actor.id }),
  }),
};

/**
 * The filters as the query of GET /api/audit.
 *
 * @param now milliseconds since the epoch, from which `since` counts back
 */
export function toAuditSearch(filters: AuditFilters, now: number): string {
  const { text, subjectType, action, since, from, to, actor } = filters;
  const search = new URLSearchParams({ limit: String(AUDIT_PAGE_SIZE) });
  const verbs = ACTIONS.find(({ value }) => value === action)?.verbs;
  if (text.trim()) search.set("q", text.trim());
  if (subjectType !== ALL) search.set("subjectType", subjectType);
  if (verbs) search.set("action", verbs);
  if (actor) search.set(actor.isKey ? "apiKeyId" : "actorId", actor.id);
  if (NAMED_DAYS.includes(since)) search.set("day", since);
  else if (since === RANGE && from) search.set("fromDay", from);
  else if (since !== ALL && since !== RANGE) search.set("from", new Date(now - Number(since) * DAY_MS).toISOString());
  if (since === RANGE && to) search.set("toDay", to);
  return search.toString();
}

export const AUDIT_PAGE_SIZE = 100;
