import type pg from "pg";
import { pool } from "@/lib/db/pool";
import { prisma, type Transaction } from "@/lib/db/prisma";
import type { AppError } from "@/lib/errors";
import { until } from "@/lib/testing/until";

/**
 * Resolves when this many connections to the client's database wait for locks of other connections. Other databases of
 * the server don't count: tests use them at the same time.
 */
export async function untilBlocked(client: pg.Pool | pg.ClientBase, count = 1): Promise<void> {
  const blocked = async () => {
    const { rowCount } = await client.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0",
    );
    return rowCount ?? 0;
  };
  await until(async () => (await blocked()) >= count);
}

/**
 * Makes a call while a transaction holds a lock that it waits for.
 *
 * @param meanwhile takes the lock and makes its changes
 * @returns the call's result, or the code of its error
 */
export async function outcomeWhile(
  meanwhile: (tx: Transaction) => Promise<unknown>,
  call: () => Promise<unknown>,
): Promise<unknown> {
  const { calling } = await prisma().$transaction(async (tx) => {
    await meanwhile(tx);
    const calling = call().catch((error: AppError) => error.code);
    await untilBlocked(pool());
    return { calling };
  });
  return calling;
}
