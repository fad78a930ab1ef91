import { HOSTNAME, HOSTNAME_MAX_LENGTH, parseBaseUrl } from "@/lib/base-url";
import { emailAddress } from "@/lib/email";
import { parseUrl } from "@/lib/parse-url";
import { MASKED_PASSWORD, SETTING_KEYS, type SettingKey } from "@/lib/settings/types";
import * as z from "@/lib/zod";

const BASE_URL_MAX_LENGTH = 255;
const CREDENTIAL_MAX_LENGTH = 255;
const PORT_MAX = 65_535;

export const BASE_URL_INVALID = "Invalid URL format";
export const BASE_URL_TOO_LONG = `Base URL must be at most ${BASE_URL_MAX_LENGTH} characters`;
export const SETTING_EMAIL_INVALID = "Invalid email format";
export const HOST_INVALID = "Mail server must be a host name or an IP address";
export const PORT_INVALID = `Port must be a whole number from 1 to ${PORT_MAX}`;
export const CREDENTIAL_TOO_LONG = `At most ${CREDENTIAL_MAX_LENGTH} characters`;
export const CREDENTIAL_CHARSET = "Line breaks and other control characters are not allowed";
export const SWITCH_INVALID = "Must be on or off";
export const SETTINGS_NOT_A_LIST = "`settings` must be a list of objects with `key` and `value`";
export const SETTING_UNKNOWN = "Unknown setting";
export const SETTING_NOT_TEXT = "`value` must be a string, or null to remove the setting";
export const SETTING_DUPLICATE = "This setting appears more than once";

/** The stored form of a value, or an error message. */
type Normalised = { value: string } | { problem: string };

/** Normalises a value for storage. An empty value keeps the stored one; null removes it. */
function setting(normalise: (typed: string) => Normalised) {
  return z
    .string(SETTING_NOT_TEXT)
    .transform((typed, context) => {
      if (typed.trim() === "") return "";
      const normalised = normalise(typed);
      if ("value" in normalised) return normalised.value;
      context.addIssue({ code: "custom", message: normalised.problem });
      return z.NEVER;
    })
    .nullable();
}

/** Validation rules of the settings form (spec section 5). */
export const settingsFormSchema = z.object({
  base_url: setting(normaliseBaseUrl),
  smtp_host: setting(normaliseHost),
  smtp_port: setting(normalisePort),
  smtp_user: setting((user) => checkCredential(user.trim())),
  smtp_password: setting(checkCredential),
  smtp_from_email: setting(normaliseEmail),
  smtp_bcc_email: setting(normaliseEmail),
  public_qr: setting(checkSwitch),
} satisfies Record<SettingKey, z.ZodType>);

export type SettingsValues = z.input<typeof settingsFormSchema>;

/** Normalised values to store; null removes a setting. */
export type SettingChanges = Partial<Record<SettingKey, string | null>> & {
  /** The mail server that a new user name or password is meant for; empty if there is none. */
  ifMailHost?: string | undefined;
};

const ifMailHost = z.string("`ifMailHost` must be a string").optional();

const settingsList = z.array(
  z.object({
    key: z.enum(SETTING_KEYS, SETTING_UNKNOWN),
    value: z.union([z.string(), z.number().transform(String), z.null()], SETTING_NOT_TEXT),
  }),
  SETTINGS_NOT_A_LIST,
);

/** Body of PUT /api/settings. Outputs only changes: empty values and the masked password are skipped. */
export const updateSettingsSchema = z.object({ settings: settingsList, ifMailHost }).transform(toChanges);

/** Body of POST /api/settings/test-mail: changes to test before they are saved. */
export const testMailSchema = z.object({ settings: settingsList.default([]), ifMailHost }).transform(toChanges);

type SettingsBody = { settings: z.output<typeof settingsList>; ifMailHost?: string | undefined };

function toChanges({ settings, ifMailHost }: SettingsBody, context: z.RefinementCtx) {
  const changes: SettingChanges = ifMailHost === undefined ? {} : { ifMailHost };
  const seen = new Set<SettingKey>();
  for (const { key, value } of settings) {
    const parsed = settingsFormSchema.shape[key].safeParse(value);
    const message = seen.has(key) ? SETTING_DUPLICATE : parsed.error?.issues[0]?.message;
    if (message) context.addIssue({ code: "custom", message, path: [key] });
    else if (parsed.data !== undefined && isChange(key, parsed.data)) changes[key] = parsed.data;
    seen.add(key);
  }
  return changes;
}

function isChange(key: SettingKey, value: string | null): boolean {
  return value !== "" && !(key === "smtp_password" && value === MASKED_PASSWORD);
}

/** Trims, adds https if there is no scheme, removes trailing slashes, and serialises per WHATWG. */
function normaliseBaseUrl(typed: string): Normalised {
  const text = typed.trim();
  if (/^https?:(?!\/\/)/i.test(text)) return { problem: BASE_URL_INVALID };
  const parsed = parseBaseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if ("reason" in parsed)
    return { problem: parsed.reason ? `${BASE_URL_INVALID}: ${parsed.reason}` : BASE_URL_INVALID };
  return parsed.value.length > BASE_URL_MAX_LENGTH ? { problem: BASE_URL_TOO_LONG } : parsed;
}

/** Lower case, Punycode for international names, no brackets around IPv6 addresses. */
function normaliseHost(typed: string): Normalised {
  const text = typed.trim();
  const isIpV6 = /^\[?[0-9a-f:.]*:[0-9a-f:.]*\]?$/i.test(text);
  if (!isIpV6 && /[\s\p{Cc}:/\\?#@%]/u.test(text)) return { problem: HOST_INVALID };
  const url = `http://${isIpV6 ? `[${text.replace(/^\[|\]$/g, "")}]` : text}`;
  const hostname = parseUrl(url)?.hostname ?? "";
  if (!HOSTNAME.test(hostname) || hostname.length > HOSTNAME_MAX_LENGTH) return { problem: HOST_INVALID };
  return { value: hostname.replace(/^\[|\]$/g, "") };
}

function normalisePort(typed: string): Normalised {
  const text = typed.trim();
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > PORT_MAX) return { problem: PORT_INVALID };
  return { value: String(port) };
}

/** Does not trim, since a password may start or end with spaces. */
function checkCredential(text: string): Normalised {
  if (/\p{Cc}/u.test(text)) return { problem: CREDENTIAL_CHARSET };
  if (text.length > CREDENTIAL_MAX_LENGTH) return { problem: CREDENTIAL_TOO_LONG };
  return { value: text };
}

function checkSwitch(text: string): Normalised {
  return text === "on" || text === "off" ? { value: text } : { problem: SWITCH_INVALID };
}

function normaliseEmail(typed: string): Normalised {
  const { data } = emailAddress(SETTING_EMAIL_INVALID).safeParse(typed);
  return data === undefined ? { problem: SETTING_EMAIL_INVALID } : { value: data };
}
