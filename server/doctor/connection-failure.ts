import pg from "pg";
import { CERTIFICATE_CODES, isDatabaseUnavailable } from "@/lib/database-unavailable";

const REFUSED = "refused the connection";
/** SQLSTATE: invalid_authorization_specification, invalid_catalog_name. */
const REFUSED_CONNECTION = /^(?:28|3D)/;
/** Of node-postgres, while it answers the server's question for a password. */
const AUTHENTICATING = /^SASL: /;

const AUTHENTICATION = "correct user and password in DATABASE_URL, or allow them in pg_hba.conf";
const HOST = "correct the host in DATABASE_URL, or its DNS entry";
/** Remedies by SQLSTATE (Postgres, appendix A) or socket error. */
const REMEDIES: Partial<Record<string, string>> = {
  "28P01": AUTHENTICATION,
  "28000": AUTHENTICATION,
  "3D000": "create the database, or correct its name in DATABASE_URL",
  "42501": "grant the user of DATABASE_URL the rights on the database's tables, or make it their owner",
  "53300": "raise max_connections of the database, or close other connections",
  ENOTFOUND: HOST,
  EAI_AGAIN: HOST,
};

/** Remedies by what the message of Postgres or node-postgres contains. They are more precise than those by code. */
const REMEDIES_BY_MESSAGE: [part: string, remedy: string][] = [
  ["does not support SSL", "switch on TLS in the database, or set sslmode=disable in DATABASE_URL"],
  // Of a server that accepts only TLS, as many managed ones do: "no pg_hba.conf entry for host …, no encryption".
  [
    ", no encryption",
    "add ?sslmode=verify-full to DATABASE_URL if the server accepts only TLS (docs/configuration.md), or allow the connection in pg_hba.conf",
  ],
  ["client password must be", "add the password to DATABASE_URL, which has none"],
];

const CERTIFICATE =
  "renew or correct the server's certificate; or name its authority with sslrootcert in DATABASE_URL (docs/configuration.md)";
const CERTIFICATE_FILE =
  "correct the path of sslrootcert in DATABASE_URL; without sslrootcert, Hop trusts the authorities that Node.js does";

/** What the database did instead of answering a query, for a sentence: the database … */
export function failureOf(error: unknown): string {
  if (!(error instanceof pg.DatabaseError)) return AUTHENTICATING.test(messageOf(error)) ? REFUSED : "does not answer";
  if (REFUSED_CONNECTION.test(error.code ?? "")) return REFUSED;
  return isDatabaseUnavailable(error) ? "does not answer" : "refused a query";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "";
}

/** What the operator can do about a connection or query that failed. */
export function remedyFor(error: unknown): string {
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  if (CERTIFICATE_CODES.test(code)) return CERTIFICATE;
  if (syscall === "open") return CERTIFICATE_FILE;
  const [, byMessage] = REMEDIES_BY_MESSAGE.find(([part]) => messageOf(error).includes(part)) ?? [];
  const remedy = byMessage ?? REMEDIES[code] ?? (AUTHENTICATING.test(messageOf(error)) ? AUTHENTICATION : undefined);
  if (remedy) return remedy;
  if (failureOf(error) === "refused a query") return "check the database's log";
  return "start the database, or correct host and port in DATABASE_URL";
}
