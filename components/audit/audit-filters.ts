import { type AddressFormat, readId, readOption } from "@/components/data/address";
import type { SelectOption } from "@/components/ui/select-button";

export const ALL = "all";

export type AuditActorFilter = { id: string; isKey: boolean };

export type AuditFilters = {
  subjectType: string;
  /** One of SINCE_OPTIONS. */
  since: string;
  /** The user or API key whose changes to show; null for everyone's. */
  actor: AuditActorFilter | null;
};

export const NO_FILTERS: AuditFilters = { subjectType: ALL, since: ALL, actor: null };

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
  { value: "favicons", label: "Favicons" },
  { value: "bulk_job", label: "Bulk jobs" },
  { value: "failed_job", label: "Failed jobs" },
];

const DAY_MS = 86_400_000;
const DAYS = ["1", "7", "30", "90"] as const;

export const SINCE_OPTIONS: readonly SelectOption[] = [
  { value: ALL, label: "Any time" },
  { value: "1", label: "Last 24 hours" },
  ...DAYS.slice(1).map((days) => ({ value: days, label: `Last ${days} days` })),
];

export function isFiltered({ subjectType, since, actor }: AuditFilters): boolean {
  return subjectType !== ALL || since !== ALL || actor !== null;
}

/** The audit log in the address. */
export const auditAddress: AddressFormat<AuditFilters> = {
  keys: ["type", "since", "actor", "key"],
  read: (params) => {
    const [actor, key] = [readId(params, "actor"), readId(params, "key")];
    return {
      subjectType: readOption(params, "type", { options: SUBJECT_OPTIONS.map(({ value }) => value), fallback: ALL }),
      since: readOption(params, "since", { options: SINCE_OPTIONS.map(({ value }) => value), fallback: ALL }),
      actor: actor ? { id: actor, isKey: false } : key ? { id: key, isKey: true } : null,
    };
  },
  write: ({ subjectType, since, actor }) => ({
    ...(subjectType !== ALL && { type: subjectType }),
    ...(since !== ALL && { since }),
    ...(actor && { [actor.isKey ? "key" : "actor"]: actor.id }),
  }),
};

/**
 * The filters as the query of GET /api/audit.
 *
 * @param now milliseconds since the epoch, from which `since` counts back
 */
export function toAuditSearch({ subjectType, since, actor }: AuditFilters, now: number): string {
  const search = new URLSearchParams({ limit: String(AUDIT_PAGE_SIZE) });
  if (subjectType !== ALL) search.set("subjectType", subjectType);
  if (actor) search.set(actor.isKey ? "apiKeyId" : "actorId", actor.id);
  if (since !== ALL) search.set("from", new Date(now - Number(since) * DAY_MS).toISOString());
  return search.toString();
}

export const AUDIT_PAGE_SIZE = 100;
