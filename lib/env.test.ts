import { readFileSync } from "node:fs";
import { describeEnv, EnvError, parseEnv } from "@/lib/env";
import { SECRET_VARIABLES } from "@/lib/secret-variables";

/** The lines with which startup fails. */
function complaints(variables: Record<string, string>): string[] {
  try {
    parseEnv(variables);
    return [];
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.lines;
  }
}

test("every variable is optional", () => {
  expect(parseEnv({})).toMatchObject({
    BRAND_NAME: "Hop",
    PORT: 3000,
    HOST: "0.0.0.0",
    DATA_DIR: ".data",
    ADMIN_EMAIL: "admin@example.com",
    SMTP_PORT: 587,
    TRUSTED_PROXIES: [],
    SIGNIN_LIMIT_ADDRESS: 3,
    SIGNIN_LIMIT_IP: 20,
    WEB_CONCURRENCY: 1,
    LOG_LEVEL: "info",
    NODE_ENV: "production",
  });
});

test("an empty variable counts as unset, like `NAME=` in a .env file", () => {
  const empty = Object.fromEntries(describeEnv().map(({ name }) => [name, ""]));
  expect(parseEnv(empty)).toEqual(parseEnv({}));
});

test.each([
  ["PORT", "8080", 8080],
  ["DATABASE_URL", "postgres://u:p@db.example/hop", "postgres://u:p@db.example/hop"],
  ["DATABASE_URL", "postgresql:///hop?host=/run/postgresql", "postgresql:///hop?host=/run/postgresql"],
  ["BASE_URL", "https://hop.example/", "https://hop.example"],
  ["BASE_URL", "http://localhost:3000", "http://localhost:3000"],
  ["ADMIN_EMAIL", "Admin@Example.com", "admin@example.com"],
  ["TRUSTED_PROXIES", "10.0.0.0/8, ::1,", ["10.0.0.0/8", "::1"]],
  ["BRAND_NAME", " Leap ", "Leap"],
  ["TIME_ZONE", "Europe/Vienna", "Europe/Vienna"],
  ["TIME_ZONE", "EST", "EST"],
  ["BACKUP_EVERY_HOURS", "6", 6],
  ["BACKUP_TO", "/mnt/backups of Hop", "/mnt/backups of Hop"],
  ["AWS_ENDPOINT_URL", "http://127.0.0.1:9000", "http://127.0.0.1:9000"],
])("%s=%s", (name, value, parsed) => {
  expect(parseEnv({ [name]: value })).toMatchObject({ [name]: parsed });
});

test.each([
  ["DATA_DIR", "~/hop"],
  ["DATA_DIR", " /data"],
  ["DATA_DIR", "/data "],
  ["DATA_DIR", "/da\nta"],
  ["PORT", "http"],
  ["PORT", "0"],
  ["PORT", "65536"],
  ["PORT", "80.5"],
  ["DATABASE_URL", "mysql://u:p@db.example/hop"],
  ["DATABASE_URL", "hop"],
  ["BASE_URL", "hop.example"],
  ["BASE_URL", "ftp://hop.example"],
  ["ADMIN_EMAIL", "admin"],
  ["AUTH_SECRET", "too short"],
  ["SMTP_PORT", "smtp"],
  ["SMTP_FROM_EMAIL", "Hop"],
  ["TRUSTED_PROXIES", "10.0.0.0/8,proxy.example"],
  ["TRUSTED_PROXIES", "10.0.0.0/"],
  ["SIGNIN_LIMIT_ADDRESS", "0"],
  ["SIGNIN_LIMIT_IP", "-1"],
  ["WEB_CONCURRENCY", "many"],
  ["DATABASE_CONNECTIONS", "3"],
  ["BRAND_NAME", "x".repeat(41)],
  ["IP_MODE", "half"],
  ["CLICK_RETENTION_DAYS", "0"],
  ["TIME_ZONE", "Europe/Atlantis"],
  ["TIME_ZONE", "+01:00"],
  ["TIME_ZONE", "BST"],
  ["TIME_ZONE", "ist"],
  ["TIME_ZONE", "CET"],
  ["FAVICONS", "no"],
  ["BACKUP_TO", "backups"],
  ["BACKUP_TO", "s3://key:secret@bucket"],
  ["BACKUP_EVERY_HOURS", "5"],
  ["BACKUP_KEEP", "0"],
  ["BACKUP_PASSPHRASE", "too short"],
  ["AWS_ENDPOINT_URL", "https://key:secret@s3.example"],
  ["LOG_LEVEL", "loud"],
])("%s=%s fails with one line that names the variable", (name, value) => {
  expect(complaints({ [name]: value })).toEqual([expect.stringMatching(`^${name}: [^\\n]+$`)]);
});

test.each([
  [{ PORT: "http" }, "PORT: must be a whole number from 1 to 65535"],
  [{ PORT: "-0.5" }, "PORT: must be a whole number from 1 to 65535"],
  [{ SIGNIN_LIMIT_IP: "1e999" }, "SIGNIN_LIMIT_IP: must be a whole number of at least 1"],
  [{ WEB_CONCURRENCY: "65" }, "WEB_CONCURRENCY: must be a whole number from 1 to 64"],
  [{ CLICK_DURABILITY: "disk" }, "CLICK_DURABILITY: must be one of process, power"],
  [{ ADMIN_EMAIL: "admin" }, "ADMIN_EMAIL: must be an email address"],
  [{ BRAND_NAME: "x".repeat(41) }, "BRAND_NAME: must be text of 1 to 40 characters"],
  [{ HOST: "http://localhost" }, "HOST: must be a host name or an IP address"],
  [
    { SMTP_HOST: "smtp.example:587" },
    "SMTP_HOST: must be a host name or an IP address, without a port, which is SMTP_PORT",
  ],
  [{ BASE_URL: "hop.example" }, "BASE_URL: must be an http:// or https:// address"],
  [
    { BASE_URL: "https://hop.example/links" },
    "BASE_URL: must be an address such as https://hop.example: a path is not allowed",
  ],
  [{ METRICS_ADDRESS: "127.0.0.1:3000" }, "METRICS_ADDRESS: must not use PORT"],
  [{ BACKUP_EVERY_HOURS: "5" }, "BACKUP_EVERY_HOURS: must be one of 1, 2, 3, 4, 6, 8, 12, 24"],
  [{ AWS_ACCESS_KEY_ID: "id" }, "AWS_ACCESS_KEY_ID: must be set together with AWS_SECRET_ACCESS_KEY"],
  [{ AWS_SECRET_ACCESS_KEY: "key" }, "AWS_SECRET_ACCESS_KEY: must be set together with AWS_ACCESS_KEY_ID"],
  [
    { DATABASE_REPLICA_URL: "postgresql://hop@replica/hop" },
    "DATABASE_REPLICA_URL: must be set together with DATABASE_URL",
  ],
  [
    { DATABASE_URL: "postgresql://hop@db.example/hop?schema=links" },
    "DATABASE_URL: must not select a schema (?schema=): Hop's tables are in the schema public. Remove the parameter and give Hop its own database",
  ],
  [{ DATABASE_URL: "db.example" }, "DATABASE_URL: must look like postgresql://user:password@host/database"],
  [{ NODE_ENV: "staging" }, "NODE_ENV: must be one of development, production, test"],
])("%j: %s", (variables: Record<string, string>, line) => {
  expect(complaints(variables)).toEqual([line]);
});

test.each<Record<string, string>>([
  { PORT: "8080", METRICS_ADDRESS: "127.0.0.1:3000" },
  { HOST: "192.0.2.1", METRICS_ADDRESS: "127.0.0.1:3000" },
  { HOP_ROLE: "worker", METRICS_ADDRESS: "127.0.0.1:3000" },
  { SMTP_HOST: "2001:db8::25" },
  { DATABASE_URL: "postgresql://hop@db.example/hop?schema=public&sslmode=disable" },
])("%j is accepted", (variables) => {
  expect(complaints(variables)).toEqual([]);
});

test("IPv6 addresses may be in brackets", () => {
  const { HOST, SMTP_HOST } = parseEnv({ HOST: "[::]", SMTP_HOST: "[2001:db8::25]" });
  expect({ HOST, SMTP_HOST }).toEqual({ HOST: "::", SMTP_HOST: "2001:db8::25" });
});

/** Variables that accept any text, since only using it can show whether it is right. */
const ANY_TEXT = ["SMTP_USER", "SMTP_PASSWORD", "GEOIP_FILE"];
const JUNK = [
  "\n",
  " ",
  "-1",
  "1e999",
  "NaN",
  "½",
  "{}",
  "null",
  "true",
  "x",
  "x".repeat(5_000),
  "http://[",
  "a b",
  "\\",
];

test.each(describeEnv().map(({ name }) => name))("every invalid value of %s gives a readable line", (name) => {
  const lines = JUNK.map((junk) => complaints({ [name]: junk }));
  for (const line of lines.flat()) {
    expect(line).toMatch(new RegExp(`^${name}: must (?:be|look like) [^\\n]+$`));
    expect(line).not.toMatch(/invalid|expected|received|NaN|regex|pattern/i);
  }
  expect(Math.max(...lines.map(({ length }) => length))).toBe(ANY_TEXT.includes(name) ? 0 : 1);
});

test("each invalid variable gets its own line", () => {
  const lines = complaints({ PORT: "x", BASE_URL: "x", LOG_LEVEL: "x", HOST: "127.0.0.1" });
  expect(lines.map((line) => line.split(":")[0])).toEqual(["PORT", "BASE_URL", "LOG_LEVEL"]);
});

test("an invalid secret is not echoed", () => {
  const secrets = {
    AUTH_SECRET: "hunter2",
    DATABASE_URL: "mysql://u:hunter2@db",
    BACKUP_PASSPHRASE: "hunter2",
    BACKUP_TO: "s3://key:hunter2@bucket",
    AWS_ENDPOINT_URL: "https://key:hunter2@s3.example",
    AWS_SECRET_ACCESS_KEY: "hunter2 hunter2",
  };
  expect(complaints(secrets)).toHaveLength(Object.keys(secrets).length);
  expect(complaints(secrets).join()).not.toContain("hunter2");
});

describe("documentation of the variables", () => {
  const described = describeEnv().map((variable) => ({ ...variable, default: variable.default ?? "" }));

  test(".env.example lists each variable with its description and default, commented out", () => {
    const blocks = readFileSync(".env.example", "utf8").split("\n\n").slice(1);
    const listed = blocks.map((block) => {
      const [, description, name, value] = /^# (.+)\n#([A-Z_]+)=(.*)\n?$/.exec(block) ?? [block];
      return { name, description, default: value };
    });
    expect(listed).toEqual(described);
  });

  test.each(SECRET_VARIABLES)("docs/configuration.md says that %s can come from a file", (name) => {
    const [row] = new RegExp(`^\\| \`${name}\` .*$`, "m").exec(readFileSync("docs/configuration.md", "utf8")) ?? [];
    expect(row).toContain(`${name}_FILE`);
  });

  test("docs/configuration.md lists each variable with its default", () => {
    const rows = readFileSync("docs/configuration.md", "utf8").matchAll(/^\| `([A-Z_]+)` \| (.*?) ?\| .+ \|$/gm);
    const listed = [...rows].map(([, name, value]) => ({ name, default: value }));
    expect(listed).toEqual(described.map((variable) => ({ name: variable.name, default: variable.default })));
  });
});
