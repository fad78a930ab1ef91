import { z } from "zod";
import { parseBaseUrl } from "@/lib/base-url";
import { describeProblem } from "@/lib/env-problems";
import { parseIpRange } from "@/lib/ip-range";

const port = z.coerce.number().int().min(1).max(65_535);
const positive = z.coerce.number().int().min(1);
const notNegative = z.coerce.number().int().min(0);
/** RFC 6409: submission of mail. */
export const DEFAULT_SMTP_PORT = 587;
const SECRET_MIN_LENGTH = 32;
const BASE_URL_UNREADABLE = "must be a http:// or https:// address";
const SECRET_TOO_SHORT = "must be at least 32 characters long";

/** A name or an address, with or without the brackets of IPv6; whether there is one is found out by using it. */
const hostName = z.string().regex(/^[\w.:%[\]-]+$/, "must be a host name or an IP address");

function readBaseUrl(text: string, context: z.RefinementCtx): string {
  const parsed = parseBaseUrl(text);
  if ("value" in parsed) return parsed.value;
  const { reason } = parsed;
  const message = reason ? `must be an address such as https://hop.example: ${reason}` : BASE_URL_UNREADABLE;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}

/** A name of the IANA database. An offset is none: Postgres reads its sign the other way round. */
function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat("en-US", { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** What an operator may set. `.env.example` and docs/configuration.md are checked against this list. */
const operatorVariables = {
  BRAND_NAME: z.string().trim().min(1).max(40).default("Hop").describe("Name that people see on screens and in mails."),
  PORT: port.default(3000).describe("Port of the web server."),
  HOST: hostName.default("0.0.0.0").describe("Address that the web server listens on."),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      hostname: /.*/,
      error: "must look like postgresql://user:password@host/database",
    })
    .optional()
    .describe("Postgres server (15 or later). Unset: an embedded one is started."),
  STATEMENT_TIMEOUT_SECONDS: positive
    .max(86_400)
    .default(30)
    .describe("Seconds after which Postgres cancels a statement of a call or page."),
  DATA_DIR: z
    .string()
    .min(1)
    .default(".data")
    .describe("Folder of the embedded database, the click spool and the made secrets."),
  BASE_URL: z
    .string()
    .transform(readBaseUrl)
    .optional()
    .describe(
      "First value of the setting base_url, which short links and mails begin with. Unset: http://localhost:PORT.",
    ),
  ADMIN_EMAIL: z
    .email()
    .toLowerCase()
    .default("admin@example.com")
    .describe("First administrator, made when there is no user."),
  AUTH_SECRET: z
    .string()
    .min(SECRET_MIN_LENGTH, SECRET_TOO_SHORT)
    .optional()
    .describe(
      "Key for sign-in tokens and stored passwords. Unset: made once and kept in DATA_DIR; several machines need the same one.",
    ),
  AUTH_SECRET_PREVIOUS: z
    .string()
    .min(SECRET_MIN_LENGTH, SECRET_TOO_SHORT)
    // The whole too: a secret may hold a comma.
    .transform((text) => [text, ...splitAtCommas(text)])
    .default([])
    .describe("Earlier values of AUTH_SECRET, by comma: what was encrypted under them is encrypted anew at the start."),
  SMTP_HOST: hostName.optional().describe("Mail server. Unset, and not set in Settings: sign-in links are printed."),
  SMTP_PORT: port
    .default(DEFAULT_SMTP_PORT)
    .describe("Port of the mail server; 465 means implicit TLS, others require STARTTLS."),
  SMTP_USER: z.string().optional().describe("User at the mail server."),
  SMTP_PASSWORD: z.string().optional().describe("Password at the mail server."),
  SMTP_FROM_EMAIL: z.email().optional().describe("Sender of mails. Unset: no-reply@ the host of the base URL."),
  SMTP_BCC_EMAIL: z.email().optional().describe("Receives a blind copy of each email except sign-in links."),
  TRUSTED_PROXIES: z
    .string()
    .transform(splitAtCommas)
    .refine((list) => list.every((item) => parseIpRange(item)), "must be addresses or CIDR ranges, separated by commas")
    .default([])
    .describe("Addresses or CIDR ranges, by comma, whose X-Forwarded-For is believed."),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, "must be the name of a header, such as CF-IPCountry")
    .toLowerCase()
    .optional()
    .describe("Header in which trusted proxies send the visitor's country, such as CF-IPCountry. Unset: none is read."),
  CLICK_LIMIT_RATE: notNegative
    .default(50)
    .describe("Clicks per second counted for one client address; 0: unlimited. Redirects are never limited."),
  CLICK_LIMIT_BURST: positive
    .default(5_000)
    .describe("Clicks counted for one client address in a burst, above CLICK_LIMIT_RATE."),
  UNKNOWN_LIMIT_RATE: notNegative
    .default(20)
    .describe("Unknown short codes per second looked up for one client address; 0: unlimited."),
  UNKNOWN_LIMIT_BURST: positive
    .default(1_000)
    .describe("Unknown short codes looked up for one client address in a burst, above UNKNOWN_LIMIT_RATE."),
  HSTS_MAX_AGE: notNegative
    .default(31_536_000)
    .describe(
      "Max-age of Strict-Transport-Security on the dashboard, in seconds, when the base URL is https; 0 clears it.",
    ),
  SIGNIN_LIMIT_ADDRESS: positive
    .default(3)
    .describe("Sign-in links that one client may request for one e-mail address in 15 minutes."),
  SIGNIN_LIMIT_ADDRESS_TOTAL: positive
    .optional()
    .describe(
      "Sign-in links that all clients together may request for one e-mail address in 15 minutes. Unset: ten times SIGNIN_LIMIT_ADDRESS.",
    ),
  SIGNIN_LIMIT_IP: positive
    .default(20)
    .describe("Sign-in links that one client may request in an hour, for any addresses."),
  USER_CALL_LIMIT: positive
    .default(600)
    .describe("Calls that one signed-in user may make in a minute, for each machine."),
  WEB_CONCURRENCY: positive.max(64).default(1).describe("Front processes on the port."),
  CACHE_MB: positive
    .max(100_000)
    .default(64)
    .describe("Memory for links in each front process, in MB; 64 hold about 250,000."),
  CLICK_DURABILITY: z
    .enum(["process", "power"])
    .default("process")
    .describe("What a counted click survives: the death of the process, or a power cut too (slower)."),
  SPOOL_MAX_MB: positive
    .default(2048)
    .describe("Clicks that wait for the database take at most this much disk, in MB."),
  IP_MODE: z
    .enum(["full", "truncated", "none"])
    .default("full")
    .describe("How much of a visitor's address is stored: all, its network (/24, /48), or nothing."),
  CLICK_RETENTION_DAYS: positive
    .max(36_500)
    .optional()
    .describe("Months of single clicks that are older are removed; counts stay. Unset: never."),
  GEOIP_FILE: z
    .string()
    .min(1)
    .optional()
    .describe("Database of countries (MMDB). Unset: that of DB-IP which comes with Hop."),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, "must be a name such as Europe/Vienna")
    .default("UTC")
    .describe("Time zone whose days clicks and visitors are counted by."),
  FAVICONS: z
    .enum(["on", "off"])
    .default("on")
    .describe("Whether the sites that links lead to are asked for their icons; off shows a globe for each."),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .describe("Least level of what is logged."),
} as const;

/** What the supervisor tells its roles; not for operators. */
const internalVariables = {
  HOP_ROLE: z.enum(["supervisor", "front", "app", "worker"]).optional(),
  HOP_EMBEDDED_POSTGRES: z.enum(["yes"]).optional(),
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
} as const;

const variables: Record<string, z.ZodType> = { ...operatorVariables, ...internalVariables };
const schema = z.object({ ...operatorVariables, ...internalVariables });

export type Env = z.infer<typeof schema>;

function splitAtCommas(list: string): string[] {
  return list
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
}

/** Bad variables, one readable line each. */
export class EnvError extends Error {
  override readonly name = "EnvError";

  constructor(readonly lines: string[]) {
    super(lines.join("\n"));
  }
}

/**
 * Reads the variables, an empty one counting as unset.
 *
 * @throws EnvError with one line a bad variable
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = schema.safeParse(set);
  if (result.success) return result.data;
  const problems = new Map<string, string>();
  for (const { path, message } of result.error.issues) {
    const name = String(path[0]);
    if (!problems.has(name)) problems.set(name, `${name}: ${describeProblem(variables[name] ?? schema, message)}`);
  }
  throw new EnvError([...problems.values()]);
}

let parsed: Env | undefined;

/** The variables of this process, read once. */
export function env(): Env {
  parsed ??= parseEnv(process.env);
  return parsed;
}

/** Name, explanation and default of each variable that an operator may set, in order. */
export function describeEnv(): { name: string; description: string; default: string | undefined }[] {
  return Object.entries(operatorVariables).map(([name, variable]) => {
    const unset = variable.safeParse(undefined);
    const value = unset.success ? unset.data : undefined;
    return {
      name,
      description: variable.description ?? "",
      default: value === undefined || (Array.isArray(value) && value.length === 0) ? undefined : String(value),
    };
  });
}
