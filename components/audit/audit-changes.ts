import { toRecord } from "@/components/ui/browser-storage";
import { formatCount } from "@/lib/format";

/** Text, or a moment, which is shown in the viewer's time zone. */
export type AuditValue = string | { iso: string };

export type AuditChange = {
  /** Such as "URL limit"; empty for the value of a setting, whose entry names it already. */
  field: string;
  /** Undefined if there was none. */
  before?: AuditValue;
  /** Undefined if there is none any longer. */
  after?: AuditValue;
};

const FIELDS: Record<string, string> = {
  originalUrl: "Destination",
  groupId: "Group",
  urlLimit: "URL limit",
  isActive: "Active",
  qrCode: "QR code",
  totalUrls: "URLs",
  urlCount: "URLs",
  urls: "URLs",
  ended: "Sessions",
  maxRange: "Maximum period",
  hasPassword: "Password",
  expiresAt: "Expires",
  value: "",
};

/** The changes of an entry, field by field. */
export function auditChanges(
  { before, after }: { before: unknown; after: unknown },
  groupNames: ReadonlyMap<string, string>,
): AuditChange[] {
  const [was, is] = [toRecord(before), toRecord(after)];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (field) => field !== "shareId" && !isRepeated(field, is) && !isEmptyChange(field, was, is),
  );
  return fields.map((field) => ({
    field: toTitle(field),
    ...(field in was && { before: toValue(field, was[field], groupNames) }),
    ...(field in is && { after: toValue(field, is[field], groupNames) }),
  }));
}

/** An email already identifies the user. */
function isRepeated(field: string, fields: Record<string, unknown>): boolean {
  return field === "userId" && "email" in fields;
}

/** Whether a value is absent both before and after. */
function isEmptyChange(field: string, was: Record<string, unknown>, is: Record<string, unknown>): boolean {
  return (was[field] ?? null) === null && (is[field] ?? null) === null;
}

function toTitle(field: string): string {
  return FIELDS[field] ?? toWords(field);
}

/** "firstName" as "First name". */
function toWords(field: string): string {
  const words = field.replace(/([A-Z])/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Fields whose values are identifiers. */
const WORDS = new Set(["role", "kind", "reason"]);
const ISO_MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function toValue(field: string, value: unknown, groupNames: ReadonlyMap<string, string>): AuditValue {
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return formatCount(value);
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(", ");
  if (typeof value !== "string") return JSON.stringify(value);
  if (field === "groupId") return groupNames.get(value) ?? "another group";
  if (ISO_MOMENT.test(value)) return { iso: value };
  return WORDS.has(field) ? value.replace(/[_-]/g, " ") : value;
}

const SEARCHED = new Set(["originalUrl", "firstName", "lastName", "email"].map(toTitle));

/** Whether a field is one by which a search of the audit log finds links and people. */
export function isSearched({ field }: AuditChange): boolean {
  return SEARCHED.has(field);
}
