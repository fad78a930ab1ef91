import { isIPv6 } from "node:net";
import { parseBaseUrl } from "@/lib/base-url";
import { emailAddress } from "@/lib/email";
import { backupVariables } from "@/lib/env-backup-variables";
import { hostPortSchema } from "@/lib/host-port";
import { parseIpRange } from "@/lib/ip";
import * as z from "@/lib/zod";

const port = z.coerce.number().int().min(1).max(65_535);
const positive = z.coerce.number().int().min(1);
const notNegative = z.coerce.number().int().min(0);
/** Mail submission (RFC 6409). */
export const DEFAULT_SMTP_PORT = 587;
export const MIN_DATABASE_CONNECTIONS = 4;
const email = emailAddress("must be an email address");
const TILDE =
  "must be written out, since only shells expand ~: as an absolute path, or as ./~/… for the folder that Hop has used until now";
const MAIL_HOST_WITH_PORT = "must be a host name or an IP address, without a port, which is SMTP_PORT";
const SECRET_MIN_LENGTH = 32;
const BASE_URL_UNREADABLE = "must be an http:// or https:// address";
const SECRET_TOO_SHORT = `must be at least ${SECRET_MIN_LENGTH} characters long`;

/** A host name or IP address; whether it exists shows only in use. IPv6 may be in brackets, which sockets don't take. */
const hostName = z
  .string()
  .trim()
  .regex(/^[\w.:%[\]-]+$/, "must be a host name or an IP address")
  .transform((host) => /^\[(.*:.*)\]$/.exec(host)?.[1] ?? host);

const SCHEMA_REFUSED =
  "must not select a schema (?schema=): Hop's tables are in the schema public. Remove the parameter and give Hop its own database";

const databaseUrl = z
  .url({
    protocol: /^postgres(ql)?$/,
    hostname: /.*/,
    error: "must look like postgresql://user:password@host/database",
    abort: true,
  })
  .refine((url) => ["public", null].includes(new URL(url).searchParams.get("schema")), SCHEMA_REFUSED);

function readBaseUrl(text: string, context: z.RefinementCtx): string {
  const parsed = parseBaseUrl(text);
  if ("value" in parsed) return parsed.value;
  const { reason } = parsed;
  const message = reason ? `must be an address such as https://hop.example: ${reason}` : BASE_URL_UNREADABLE;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}

/** The names of three letters that Intl and Postgres read alike, all year round. */
const SHORT_ZONES = /^(?:EST|GMT|HST|MST|PRC|ROC|ROK|UCT|UTC)$/i;

/**
 * An IANA time zone name. Others are refused because Postgres reads them differently: offsets with the opposite sign,
 * and abbreviations such as BST (British Summer Time in Postgres, Bangladesh Standard Time in Intl) and CET, which has
 * no summer time in Postgres.
 */
function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat("en-US", { timeZone: name });
    return /^[A-Za-z]/.test(name) && (name.length !== 3 || SHORT_ZONES.test(name));
  } catch {
    return false;
  }
}

/** Variables for operators. A test compares this list with `.env.example` and docs/configuration.md. */
export const operatorVariables = {
  BRAND_NAME: z.string().trim().min(1).max(40).default("Hop").describe("Product name shown on screens and in emails."),
  PORT: port.default(3000).describe("Port of the web server."),
  HOST: hostName.default("0.0.0.0").describe("Address the web server listens on."),
  DATABASE_URL: databaseUrl.optional().describe("Postgres 15 or later. Unset: Hop starts an embedded one."),
  DATABASE_REPLICA_URL: databaseUrl
    .optional()
    .describe("Streaming replica of DATABASE_URL, for lists and statistics. Unset: they are read from DATABASE_URL."),
  DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(MIN_DATABASE_CONNECTIONS)
    .max(1_000)
    .default(10)
    .describe("Maximum size of the database connection pool of the app, and of the worker."),
  STATEMENT_TIMEOUT_SECONDS: positive
    .max(86_400)
    .default(30)
    .describe("Timeout in seconds for each SQL statement of a call or page."),
  DATA_DIR: z
    .string()
    .min(1)
    .refine((folder) => !folder.startsWith("~"), TILDE)
    .refine((folder) => !/^\s|\s$|\p{Cc}/u.test(folder), "must be one line, without spaces around it")
    .default(".data")
    .describe("Folder for the embedded database, the click spool and generated secrets."),
  BASE_URL: z
    .string()
    .transform(readBaseUrl)
    .optional()
    .describe(
      "Public address, the start of short links; initial value of the setting base_url. Unset: http://localhost:PORT.",
    ),
  ADMIN_EMAIL: email
    .default("admin@example.com")
    .describe("First administrator, created while the database has no users."),
  AUTH_SECRET: z
    .string()
    .min(SECRET_MIN_LENGTH, SECRET_TOO_SHORT)
    .optional()
    .describe(
      "Key for sign-in tokens and stored passwords. Unset: generated once and kept in DATA_DIR; several machines must share it.",
    ),
  AUTH_SECRET_PREVIOUS: z
    .string()
    .min(SECRET_MIN_LENGTH, SECRET_TOO_SHORT)
    // Includes the whole text, since a secret may contain a comma.
    .transform((text) => [text, ...splitAtCommas(text)])
    .default([])
    .describe("Previous values of AUTH_SECRET, comma-separated; values encrypted with them are re-encrypted at start."),
  SMTP_HOST: hostName
    .refine((host) => !host.includes(":") || isIPv6(host), MAIL_HOST_WITH_PORT)
    .optional()
    .describe("Mail server. If neither this nor the setting is set, sign-in links are printed."),
  SMTP_PORT: port
    .default(DEFAULT_SMTP_PORT)
    .describe("Mail server port: 465 uses implicit TLS, others require STARTTLS."),
  SMTP_USER: z.string().optional().describe("Username for the mail server."),
  SMTP_PASSWORD: z.string().optional().describe("Password for the mail server."),
  SMTP_FROM_EMAIL: email.optional().describe("Sender address. Unset: no-reply@ and the host of the base URL."),
  SMTP_BCC_EMAIL: email
    .optional()
    .describe("Receives a blind copy of every email except sign-in links, invitations and summaries."),
  ALERT_MAILS: z
    .enum(["on", "off"])
    .default("on")
    .describe(
      "Whether active overall admins receive a daily email while the disk is nearly full, or backups or maintenance fail.",
    ),
  TRUSTED_PROXIES: z
    .string()
    .transform(splitAtCommas)
    .refine((list) => list.every((item) => parseIpRange(item)), "must be addresses or CIDR ranges, separated by commas")
    .default([])
    .describe("Comma-separated addresses or CIDR ranges whose X-Forwarded-For is trusted."),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, "must be the name of a header, such as CF-IPCountry")
    .toLowerCase()
    .optional()
    .describe("Header in which trusted proxies send the visitor's country, such as CF-IPCountry. Unset: none."),
  CLICK_LIMIT_RATE: notNegative
    .default(50)
    .describe("Clicks per second counted for one client address; 0: unlimited. Redirects are never limited."),
  CLICK_LIMIT_BURST: positive
    .default(5_000)
    .describe("Burst of clicks counted for one client address before CLICK_LIMIT_RATE applies."),
  UNKNOWN_LIMIT_RATE: notNegative
    .default(20)
    .describe("Unknown short codes per second looked up for one client address; 0: unlimited."),
  UNKNOWN_LIMIT_BURST: positive
    .default(1_000)
    .describe("Burst of unknown short codes looked up for one client address before UNKNOWN_LIMIT_RATE applies."),
  HSTS_MAX_AGE: notNegative
    .default(31_536_000)
    .describe(
      "Max-age of Strict-Transport-Security on the dashboard, in seconds, if the base URL is https; 0 clears it.",
    ),
  SIGNIN_LIMIT_ADDRESS: positive
    .default(3)
    .describe("Sign-in links one client may request for one email address in 15 minutes."),
  SIGNIN_LIMIT_ADDRESS_TOTAL: positive
    .optional()
    .describe(
      "Sign-in links all clients together may request for one email address in 15 minutes. Unset: ten times SIGNIN_LIMIT_ADDRESS.",
    ),
  SIGNIN_LIMIT_IP: positive.default(20).describe("Sign-in links one client may request in an hour, for any addresses."),
  USER_CALL_LIMIT: positive.default(600).describe("Calls one signed-in user may make per minute and machine."),
  WEB_CONCURRENCY: positive.max(64).default(1).describe("Number of front processes."),
  CACHE_MB: positive
    .max(100_000)
    .default(64)
    .describe("Memory for cached links in each front process, in MB; 64 MB hold about 250,000."),
  CLICK_DURABILITY: z
    .enum(["process", "power"])
    .default("process")
    .describe("What a counted click survives: a crash of the process, or also a power cut (slower)."),
  SPOOL_MAX_MB: positive.default(2048).describe("Maximum disk space for clicks waiting for the database, in MB."),
  IP_MODE: z
    .enum(["full", "truncated", "none"])
    .default("full")
    .describe("How much of a visitor's IP address is stored: all, its network (/24, /48), or nothing."),
  VISITOR_DETAILS: z
    .enum(["on", "off"])
    .optional()
    .describe("Whether city and language of clicks are stored. Unset: on, or off with IP_MODE=none."),
  CLICK_RETENTION_DAYS: positive
    .max(36_500)
    .optional()
    .describe("Days to keep individual clicks, deleted month by month; counts stay. Unset: never deleted."),
  AUDIT_RETENTION_DAYS: positive
    .max(36_500)
    .optional()
    .describe("Days to keep entries of the audit log. Unset: never deleted."),
  GEOIP_FILE: z
    .string()
    .min(1)
    .optional()
    .describe("Country or city database (MMDB). Unset: the DB-IP country database included with Hop."),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, "must be a name such as Europe/Vienna")
    .default("UTC")
    .describe("Time zone that defines a day in the statistics."),
  FAVICONS: z
    .enum(["on", "off"])
    .default("on")
    .describe("Whether to fetch the icons of destination sites; off shows a globe instead."),
  ...backupVariables,
  METRICS_ADDRESS: hostPortSchema
    .optional()
    .describe("host:port on which /metrics is served for Prometheus, such as 127.0.0.1:9464. Unset: off."),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .describe("Minimum log level."),
  LOG_FORMAT: z
    .enum(["json", "text"])
    .optional()
    .describe(
      "json: every line of output is JSON. text: startup messages are human-readable. Unset: text in a terminal.",
    ),
  REQUEST_LOG: z
    .enum(["on", "off"])
    .default("off")
    .describe("Whether each request is logged on standard output: id, method, kind of path, status and duration."),
} as const;

function splitAtCommas(list: string): string[] {
  return list
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
}
