import pg from "pg";
import { loadTables } from "@/lib/backup/load";
import { dropDatabases, emptyDatabase } from "@/lib/backup/testing/databases";
import { migrate } from "@/lib/db/migrate";

let client: pg.Client;
beforeEach(async () => {
  const url = await emptyDatabase();
  await migrate(url);
  client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  await client.query("BEGIN");
});
afterEach(() => client.end());
afterAll(dropDatabases);

const END = { name: "settings", rows: 0, bytes: 0, sha256: "" };

test.each(["onRows", "onTableEnd"] as const)(
  "a refused copy is an error, even when nobody waits for it: %s",
  async (next) => {
    const loading = await loadTables(client, {});
    loading.onTable({ name: "settings", columns: ["nope"] });
    await client.query("SELECT").catch(() => undefined);
    const going = next === "onRows" ? loading.onRows(Buffer.alloc(1_000_000, "x")) : loading.onTableEnd(END);
    await expect(going).rejects.toThrow('column "nope" of relation "settings" does not exist');
  },
);

test("a connection that is lost between two tables is one too", async () => {
  const loading = await loadTables(client, {});
  const lost = new Promise((resolve) => client.once("end", resolve));
  await client.query("SELECT pg_terminate_backend(pg_backend_pid())").catch(() => undefined);
  await lost;
  loading.onTable({ name: "settings", columns: ["key"] });
  await new Promise(setImmediate);
  await expect(loading.onTableEnd(END)).rejects.toThrow(/not queryable/);
});
