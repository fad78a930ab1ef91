import type pg from "pg";

/** Runs `work` in one transaction on a connection of its own: committed when it returns, rolled back when it throws. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  const onError = (error: Error) => {
    failure = error;
  };
  // The pool listens to idle connections only: one that broke while it is lent out would end the process.
  client.on("error", onError);
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(onError);
    throw error;
  } finally {
    if (!failure) client.off("error", onError);
    // A connection that could not roll back is closed, not given to somebody else.
    client.release(failure);
  }
}
