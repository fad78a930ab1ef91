import type pg from "pg";

/** Runs `work` in one transaction on a connection of its own: committed when it returns, rolled back when it throws. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch((rollbackError: Error) => {
      failure = rollbackError;
    });
    throw error;
  } finally {
    // A connection that could not roll back is closed, not given to somebody else.
    client.release(failure);
  }
}
