import pg from "pg";

/** The SQL that this process sends to Postgres during `work`, on any connection, with Prisma or without. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const query = jest.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    return query.mock.calls.map(([statement]) => {
      const config: unknown = statement;
      if (typeof config === "object" && config !== null && "text" in config) return String(config.text);
      return String(config);
    });
  } finally {
    query.mockRestore();
  }
}
