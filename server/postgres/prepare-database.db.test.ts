import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { migrate } from "@/lib/db/migrate";
import { closePool, pool } from "@/lib/db/pool";
import { withDatabase } from "@/lib/db/testing/databases";
import { env } from "@/lib/env";
import { enqueue, stopJobs } from "@/lib/jobs/queue";
import { log } from "@/lib/log";
import { prepareDatabase } from "@/server/postgres/prepare-database";
import { StartError } from "@/server/processes/start-error";

const server = process.env.TEST_POSTGRES_URL ?? "";
const FIRST = { adminEmail: "admin@example.com", baseUrl: "https://hop.example" };
let made = 0;

async function asSuperuser<T>(work: (client: pg.Client) => Promise<T>, url = server): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Creates an empty database, dropped after all tests, and returns its URL. */
const databases: string[] = [];
async function emptyDatabase(owner?: string, created = ""): Promise<string> {
  const name = `hop_test_prepare_${process.env.JEST_WORKER_ID}_${made++}`;
  databases.push(name);
  await asSuperuser(async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name}${owner ? ` OWNER ${owner}` : ""} ${created}`);
  });
  return withDatabase(server, name);
}

afterAll(() =>
  asSuperuser(async (client) => {
    for (const name of databases) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query("DROP ROLE IF EXISTS hop_test_guest");
  }),
);

test("returns the server's version, and can run repeatedly", async () => {
  const url = await emptyDatabase();
  const { version, applied } = await prepareDatabase(url, FIRST);
  expect(version).toMatch(/^\d+\.\d+/);
  expect(applied.length).toBeGreaterThan(10);
  expect(await prepareDatabase(url, FIRST)).toEqual({ version, applied: [] });
});

test("an empty database is refused while the spool has clicks from another database", async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "hop-lost-"));
  const spool = path.join(dataDir, "spool");
  mkdirSync(spool);
  writeFileSync(path.join(spool, "1-1-0-a.closed"), "a click\n");
  const url = await emptyDatabase();
  await expect(prepareDatabase(url, { ...FIRST, dataDir })).rejects.toThrow(
    `DATABASE_URL: the database is empty, but ${spool} has clicks from another database: `,
  );
  await asSuperuser(async (client) => {
    expect((await client.query("SELECT FROM pg_tables WHERE schemaname = 'public'")).rowCount).toBe(0);
  }, url);
  await prepareDatabase(url, FIRST);
  await prepareDatabase(url, { ...FIRST, dataDir });
  rmSync(dataDir, { recursive: true });
});

describe("a database with the migrations of another application", () => {
  test.each([
    ["migrated with Prisma", "migration_name text"],
    ["with a table of the same name", "name text"],
  ])("%s, is refused while it is new", async (_what, column) => {
    const url = await emptyDatabase(undefined, "TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'");
    await asSuperuser(
      (client) =>
        client.query(
          `CREATE TABLE _prisma_migrations (${column}); INSERT INTO _prisma_migrations VALUES ('2023_init')`,
        ),
      url,
    );
    await expect(prepareDatabase(url, FIRST)).rejects.toThrow(
      "DATABASE_URL: the database has the migrations of another application (table _prisma_migrations): give Hop a database of its own.",
    );
  });

  test("can still be used if it was shared before", async () => {
    const url = await emptyDatabase();
    await prepareDatabase(url, FIRST);
    await asSuperuser(
      (client) =>
        client.query(
          "INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'x', '20230101_init')",
        ),
      url,
    );
    expect(await prepareDatabase(url, FIRST)).toMatchObject({ applied: [] });
  });

  test("is new if the first migration of Hop failed", async () => {
    const url = await emptyDatabase();
    await prepareDatabase(url, FIRST);
    await asSuperuser(
      (client) =>
        client.query(`CREATE SCHEMA emptied; ALTER TABLE _prisma_migrations SET SCHEMA emptied; DROP SCHEMA public CASCADE;
          CREATE SCHEMA public; ALTER TABLE emptied._prisma_migrations SET SCHEMA public; DELETE FROM _prisma_migrations`),
      url,
    );
    expect((await prepareDatabase(url, FIRST)).applied.length).toBeGreaterThan(10);
  });
});

describe.each([
  ["the encoding LATIN1", "ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'"],
  ["a Turkish locale", "ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'tr' LOCALE 'C'"],
])("a database with %s", (what, created) => {
  test("is refused while it is empty; in use, there is a warning", async () => {
    const url = await emptyDatabase(undefined, `TEMPLATE template0 ${created}`);
    const warn = jest.spyOn(log, "warn").mockImplementation();
    await expect(prepareDatabase(url, FIRST)).rejects.toThrow(`DATABASE_URL: the database has ${what}, in which `);
    await migrate(url);
    await prepareDatabase(url, FIRST);
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/hop backup and hop restore/));
    warn.mockRestore();
  });

  test("is replaced by one that is accepted, whatever the cluster's locale", async () => {
    const url = await emptyDatabase(undefined, `TEMPLATE template0 ${created}`);
    const refused = await prepareDatabase(url, FIRST).catch(String);
    const [, options] = /: create another one with (.+)\.$/.exec(String(refused)) ?? [];
    const another = await emptyDatabase(undefined, options);
    await asSuperuser(async (client) => {
      const { rows } = await client.query(
        "SELECT datlocprovider::text AS provider FROM pg_database WHERE datname = current_database()",
      );
      expect(rows).toEqual([{ provider: "c" }]);
    }, another);
    await prepareDatabase(another, FIRST);
  });
});

test("a locale that knows only A to Z is worth a warning at the first start", async () => {
  const url = await emptyDatabase(undefined, "TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C'");
  const warn = jest.spyOn(log, "warn").mockImplementation();
  await prepareDatabase(url, FIRST);
  await prepareDatabase(url, FIRST);
  const text = "DATABASE_URL: the database has a locale that knows only the letters A to Z, ";
  expect(warn.mock.calls).toEqual([[expect.stringContaining(text)]]);
  warn.mockRestore();
});

describe("the extension pg_trgm in a schema that isn't in the search_path", () => {
  async function prepareWith(grants: string): Promise<{ warnings: unknown[][]; hasIndex: boolean }> {
    const role = "hop_test_searcher";
    const url = new URL(await emptyDatabase());
    await asSuperuser(async (client) => {
      await client.query(`DROP ROLE IF EXISTS ${role}; CREATE ROLE ${role} LOGIN PASSWORD 'searcher'`);
      await client.query(`CREATE SCHEMA "my extensions"; CREATE EXTENSION pg_trgm SCHEMA "my extensions"`);
      await client.query(`GRANT CREATE, USAGE ON SCHEMA public TO ${role}; CREATE SCHEMA pgboss AUTHORIZATION ${role}`);
      await client.query(grants.replace("$role", role));
    }, url.href);
    const warn = jest.spyOn(log, "warn").mockImplementation();
    const asRole = Object.assign(new URL(url), { username: role, password: "searcher" });
    await prepareDatabase(asRole.href, FIRST);
    const warnings = warn.mock.calls;
    warn.mockRestore();
    const hasIndex = await asSuperuser(async (client) => {
      const { rows } = await client.query("SELECT to_regclass('short_urls_search_idx') IS NOT NULL AS is");
      await client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
      return rows[0].is;
    }, url.href);
    return { warnings, hasIndex };
  }

  test("serves searches", async () => {
    const grants = `GRANT USAGE ON SCHEMA "my extensions" TO $role`;
    expect(await prepareWith(grants)).toEqual({ warnings: [], hasIndex: true });
  });

  test("is worth a warning if the user may not use it", async () => {
    const remedy = expect.stringContaining(
      `Run GRANT USAGE ON SCHEMA "my extensions" TO hop_test_searcher in the database`,
    );
    expect(await prepareWith("")).toEqual({ warnings: [[remedy]], hasIndex: false });
  });
});

test.each([
  ["another start", "SELECT pg_advisory_lock(hashtext('hop_start'))"],
  ["somebody's transaction", "BEGIN; LOCK TABLE settings"],
])("waits for %s only as long as it may, and names its process", async (_who, statement) => {
  const url = await emptyDatabase();
  await prepareDatabase(url, FIRST);
  await asSuperuser(async (client) => {
    await client.query(statement);
    const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
    const failure = await prepareDatabase(url, { ...FIRST, lockWaitMs: 1 }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartError);
    expect((failure as Error).message).toContain(` a lock held by database process ${rows[0].pid}`);
  }, url);
  expect(await prepareDatabase(url, FIRST)).toMatchObject({ applied: [] });
});

describe("a user who doesn't own the database", () => {
  const GUEST = "hop_test_guest";
  let url: string;
  let guestUrl: string;

  beforeEach(async () => {
    url = await emptyDatabase();
    const asGuest = new URL(url);
    asGuest.username = GUEST;
    asGuest.password = "guest";
    guestUrl = asGuest.href;
    await asSuperuser(async (client) => {
      await client.query(`DROP ROLE IF EXISTS ${GUEST}`);
      await client.query(`CREATE ROLE ${GUEST} LOGIN PASSWORD 'guest'`);
    });
  });

  afterEach(async () => {
    await asSuperuser(
      (client) => client.query(`REASSIGN OWNED BY ${GUEST} TO CURRENT_USER; DROP OWNED BY ${GUEST}`),
      url,
    );
    await asSuperuser((client) => client.query(`DROP OWNED BY ${GUEST}; DROP ROLE ${GUEST}`));
  });

  const TABLES = `GRANT CREATE, USAGE ON SCHEMA public TO ${GUEST};`;
  const DATABASE = `DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO ${GUEST}', current_database()); END $$;`;
  const QUEUE = "neither use nor create the job queue's tables";

  test.each([
    ["with rights on the database only", DATABASE, "not create tables"],
    ["with rights on the schema public only", TABLES, QUEUE],
    ["and not the job queue's schema", `${TABLES} ${DATABASE} CREATE SCHEMA pgboss`, QUEUE],
  ])("%s is told so in one line", async (_who, grants, what) => {
    await asSuperuser((client) => client.query(grants), url);
    const failure = await prepareDatabase(guestUrl, FIRST).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartError);
    expect(String((failure as Error).message)).toMatch(
      new RegExp(`^DATABASE_URL: the user ${GUEST} may ${what} in this database[^\\n:]*: [^\\n]+$`),
    );
  });

  test("but has rights on the job queue's tables, starts; without them, is warned if the database is in use", async () => {
    await prepareDatabase(url, FIRST);
    await asSuperuser(
      (client) =>
        client.query(`${TABLES} GRANT ALL ON ALL TABLES IN SCHEMA public TO ${GUEST};
          CREATE SCHEMA pgboss; CREATE TABLE pgboss.job (); GRANT USAGE ON SCHEMA pgboss TO ${GUEST}`),
      url,
    );
    const warn = jest.spyOn(log, "warn").mockImplementation();
    await makeOwner();
    await prepareDatabase(guestUrl, FIRST);
    expect(warn.mock.calls).toEqual([[expect.stringMatching(`^DATABASE_URL: the user ${GUEST} may ${QUEUE} `)]]);
    await asSuperuser((client) => client.query(`GRANT INSERT ON pgboss.job TO ${GUEST}`), url);
    await prepareDatabase(guestUrl, FIRST);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  /** Of Hop's tables, but the job queue's, like docs/configuration.md. */
  const makeOwner = () =>
    asSuperuser(async (client) => {
      const { rows } = await client.query<{ statement: string }>(
        `SELECT format('ALTER TABLE %s OWNER TO ${GUEST}', oid::regclass) AS statement FROM pg_class
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')`,
      );
      for (const { statement } of rows) await client.query(statement);
    }, url);

  test("nor the tables, is warned until they are a member of the owner", async () => {
    const owner = "hop_test-owner";
    await asSuperuser(async (client) => {
      await client.query(`DROP ROLE IF EXISTS "${owner}"; CREATE ROLE "${owner}"`);
      await client.query(
        `${TABLES} GRANT ALL ON SCHEMA public TO "${owner}"; CREATE SCHEMA pgboss AUTHORIZATION ${GUEST}`,
      );
    }, url);
    await prepareDatabase(url, FIRST);
    await asSuperuser((client) => client.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${GUEST}`), url);
    const warn = jest.spyOn(log, "warn").mockImplementation();
    await prepareDatabase(guestUrl, FIRST);
    const of = (remedy: string) => [
      expect.stringMatching(`^DATABASE_URL: the user ${GUEST} doesn't own Hop's tables, .*: ${remedy}$`),
    ];
    expect(warn.mock.calls).toEqual([of("make it their owner, as docs/configuration.md describes")]);
    for (const table of ["visits", "short_urls"]) {
      warn.mockClear();
      await makeOwner();
      await asSuperuser((client) => client.query(`ALTER TABLE ${table} OWNER TO "${owner}"`), url);
      await prepareDatabase(guestUrl, FIRST);
      expect(warn.mock.calls).toEqual([of(`run GRANT "${owner}" TO ${GUEST}`)]);
    }
    await asSuperuser((client) => client.query(String(warn.mock.calls[0]).split(" run ")[1] ?? ""), url);
    await prepareDatabase(guestUrl, FIRST);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
    await asSuperuser(
      (client) =>
        client.query(`REASSIGN OWNED BY "${owner}" TO CURRENT_USER; DROP OWNED BY "${owner}"; DROP ROLE "${owner}"`),
      url,
    );
  });

  test("but the job queue's schema, needs no right on the database", async () => {
    await asSuperuser((client) => client.query(`${TABLES} CREATE SCHEMA pgboss AUTHORIZATION ${GUEST}`), url);
    await prepareDatabase(guestUrl, FIRST);
    const { DATABASE_URL } = env();
    await closePool();
    Object.assign(env(), { DATABASE_URL: guestUrl });
    try {
      await enqueue("sign-in-link", { email: "a@example.com", browserHash: "hash" });
      expect((await pool().query("SELECT FROM pgboss.job")).rowCount).toBe(1);
    } finally {
      await stopJobs();
      await closePool();
      Object.assign(env(), { DATABASE_URL });
    }
  });
});

test.each([
  ["a wrong password", () => server.replace(/:[^:@/]+@/, ":wrong@"), /password authentication failed/],
  ["a missing database", () => withDatabase(server, "nowhere"), /"nowhere" does not exist/],
  ["invalid percent-encoding", () => "postgresql://hop:100%@127.0.0.1:1/hop", /URI malformed|ECONNREFUSED/],
  ["a read-only database", readOnlyUrl, /read-only/],
  [
    "another schema",
    schemaUrl,
    /the first schema in the search_path of (\w+) is \1, and Hop's tables must be in public/,
  ],
  ["a search_path without schemas", noSchemaUrl, /\w+ can't use any schema in its search_path: set .* to public /],
])("%s is a one-line error", async (_name, urlOf, reason) => {
  const failure = await prepareDatabase(await urlOf(), FIRST).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartError);
  expect((failure as Error).message).toMatch(/^DATABASE_URL: [^\n]+$/);
  expect((failure as Error).message).toMatch(reason);
});

/** Read-only, like a standby. */
async function readOnlyUrl(): Promise<string> {
  const url = await emptyDatabase();
  await makeReadOnly(url);
  return url;
}

async function makeReadOnly(url: string): Promise<void> {
  const database = new URL(url).pathname.slice(1);
  await asSuperuser((client) => client.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`));
}

describe("a read-only database, when Hop starts", () => {
  const STARTING = { ...FIRST, acceptsReadOnly: true };

  test("is left as it is if it has all migrations, with a line in the log", async () => {
    const url = await emptyDatabase();
    await prepareDatabase(url, FIRST);
    await makeReadOnly(url);
    const logged = jest.spyOn(log, "error").mockReturnValue(undefined);
    expect(await prepareDatabase(url, STARTING)).toMatchObject({ applied: [] });
    expect(logged).toHaveBeenCalledWith(expect.stringMatching(/^DATABASE_URL: the database is read-only/));
    logged.mockRestore();
  });

  test("is refused if it lacks a migration", async () => {
    const url = await emptyDatabase();
    await prepareDatabase(url, FIRST);
    await asSuperuser(
      (client) =>
        client.query(
          "DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)",
        ),
      url,
    );
    await makeReadOnly(url);
    await expect(prepareDatabase(url, STARTING)).rejects.toThrow(/read-only/);
  });
});

/** A schema of the user's name comes first in the default search_path. */
async function schemaUrl(): Promise<string> {
  const url = await emptyDatabase();
  await asSuperuser((client) => client.query("CREATE SCHEMA AUTHORIZATION current_user"), url);
  return url;
}

async function noSchemaUrl(): Promise<string> {
  const url = await emptyDatabase();
  const database = new URL(url).pathname.slice(1);
  await asSuperuser((client) => client.query(`ALTER DATABASE ${database} SET search_path = 'nowhere'`));
  return url;
}

test("a base URL with a path, stored by an earlier version, logs one warning", async () => {
  const url = await emptyDatabase();
  await prepareDatabase(url, FIRST);
  const warned = jest.spyOn(log, "warn").mockReturnValue(undefined);
  await prepareDatabase(url, FIRST);
  expect(warned).not.toHaveBeenCalled();
  await asSuperuser((client) => client.query("UPDATE settings SET value = 'https://hop.example/links'"), url);
  await prepareDatabase(url, FIRST);
  expect(warned.mock.calls).toEqual([
    [expect.objectContaining({ setting: "base_url" }), "Only https://hop.example is used. Enter the base URL again."],
  ]);
});

test("a clock that differs from the database's logs one warning", async () => {
  const url = await emptyDatabase();
  const warned = jest.spyOn(log, "warn").mockReturnValue(undefined);
  warned.mockClear();
  const ahead = performance.timeOrigin + 3 * 24 * 3_600_000;
  const clock = jest.spyOn(Date, "now").mockImplementation(() => ahead + performance.now());
  await prepareDatabase(url, FIRST).finally(() => clock.mockRestore());
  expect(warned.mock.calls).toEqual([
    [
      expect.stringMatching(
        /^The clock of this machine: it differs from the database's by 259,[12]\d\d seconds: synchronise both clocks \(NTP\)$/,
      ),
    ],
  ]);
});

test("concurrent starts on an empty database all succeed and create one administrator", async () => {
  for (let round = 0; round < 4; round++) {
    const url = await emptyDatabase();
    await Promise.all(Array.from({ length: 3 }, () => prepareDatabase(url, FIRST)));
    const { rows } = await asSuperuser((client) => client.query("SELECT count(*)::int AS users FROM users"), url);
    expect(rows).toEqual([{ users: 1 }]);
  }
});
