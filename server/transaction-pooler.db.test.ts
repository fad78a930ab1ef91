import { pool } from "@/lib/db/pool";
import { EnvError, env } from "@/lib/env";
import { prepareDatabase } from "@/server/prepare-database";
import { startTransactionPooler } from "@/server/testing/transaction-pooler";
import { hasTransactionPooler } from "@/server/transaction-pooler";

const databaseUrl = env().DATABASE_URL ?? "";

test("connections of their own, and a database that doesn't answer, are no pooler", async () => {
  expect(await hasTransactionPooler(databaseUrl)).toBe(false);
  expect(await hasTransactionPooler("postgresql://hop@127.0.0.1:1/hop")).toBe(false);
});

describe.each([1, 2, 3, 8])("a pooler in transaction mode with %d connections", (size) => {
  test.each(["latest", "oldest"] as const)("is recognised if it takes the %s", async (takes) => {
    const { url, stop } = await startTransactionPooler(databaseUrl, { size, takes });
    expect(await hasTransactionPooler(url)).toBe(true);
    stop();
  });
});

test("a start through one is refused, and leaves no lock behind", async () => {
  const { url, stop } = await startTransactionPooler(databaseUrl, { size: 4, takes: "latest" });
  const failure = await prepareDatabase(url, { adminEmail: "a@example.com", baseUrl: undefined }).catch((e) => e);
  expect(failure).toBeInstanceOf(EnvError);
  expect(failure.message).toMatch(
    /^DATABASE_URL: it leads to a pooler in transaction mode, [^\n]+: connect to [^\n]+$/,
  );
  const ownLocks =
    "SELECT FROM pg_locks JOIN pg_database ON oid = database WHERE datname = current_database() AND locktype = 'advisory'";
  expect((await pool().query(ownLocks)).rowCount).toBe(0);
  stop();
});
