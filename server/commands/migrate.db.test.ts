import { dropDatabases, emptyDatabase, query } from "@/lib/backup/testing/databases";
import { env } from "@/lib/env";
import { migrateDatabase } from "@/server/commands/migrate";

beforeEach(async () => {
  jest.replaceProperty(env(), "DATABASE_URL", await emptyDatabase());
});

afterEach(() => {
  jest.restoreAllMocks();
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.removeAllListeners(name);
});

afterAll(dropDatabases);

async function run(): Promise<string[]> {
  const said: string[] = [];
  await migrateDatabase({ options: {}, positionals: [] }, (line) => said.push(line));
  return said;
}

async function makeReadOnly(): Promise<void> {
  const url = env().DATABASE_URL ?? "";
  await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
}

test("applies what is missing, and accepts a read-only database that has all migrations", async () => {
  expect((await run())[0]).toMatch(/^Applied \d+ migrations:$/);
  await makeReadOnly();
  expect(await run()).toEqual(["The database is up to date."]);
});

test("refuses a read-only database that lacks migrations", async () => {
  await makeReadOnly();
  await expect(run()).rejects.toThrow(/read-only/);
});
