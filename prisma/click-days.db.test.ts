import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { migrate } from "@/lib/db/migrate";
import { withDatabase } from "@/lib/db/testing/databases";

const MIGRATION = "20261121020000_click_days";
const INIT = "20261121000000_init";
const GROUP = "0190a0a0-0000-7000-8000-000000000001";
const [ONE, OTHER] = ["0190a0a0-0000-7000-8000-000000000002", "0190a0a0-0000-7000-8000-000000000003"];

test("existing counts are migrated and remain readable in their old form", async () => {
  const server = process.env.TEST_POSTGRES_URL ?? "";
  const name = `hop_test_carry_${process.env.JEST_WORKER_ID}`;
  const url = withDatabase(server, name);
  const folder = mkdtempSync(path.join(tmpdir(), "hop-migrations-"));
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${name}`);
  const take = (migration: string) =>
    cpSync(path.join("prisma/migrations", migration), path.join(folder, migration), { recursive: true });
  take(INIT);
  await migrate(url, folder);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    INSERT INTO users (id, first_name, last_name, email, updated_at) VALUES ('${GROUP}', 'A', 'B', 'a@example.com', now());
    INSERT INTO groups (id, name, updated_at) VALUES ('${GROUP}', 'Group', now());
    INSERT INTO short_urls (id, short_code, original_url, created_by_id, group_id, updated_at) VALUES
      ('${ONE}', 'one', 'https://example.com/', '${GROUP}', '${GROUP}', now()),
      ('${OTHER}', 'other', 'https://example.com/', '${GROUP}', NULL, now());
    INSERT INTO click_rollups VALUES
      ('${ONE}', '2026-05-01', 'total', '', 5), ('${ONE}', '2026-05-01', 'access_method', 'qr', 2),
      ('${ONE}', '2026-05-01', 'access_method', 'direct', 3), ('${ONE}', '2026-05-01', 'bot', '', 4),
      ('${ONE}', '2026-05-02', 'total', '', 1), ('${ONE}', '2026-05-02', 'access_method', 'direct', 1),
      ('${OTHER}', '2026-05-01', 'total', '', 7), ('${OTHER}', '2026-05-01', 'access_method', 'direct', 7)`);
  const rollups = () => client.query("SELECT * FROM click_rollups ORDER BY 1, 2, 3, 4").then(({ rows }) => rows);
  const before = await rollups();
  take(MIGRATION);
  expect(await migrate(url, folder)).toEqual([MIGRATION]);
  expect(await rollups()).toEqual(before);
  const { rows } = await client.query(
    "SELECT scope, day::text, is_bot, total::int, qr::int FROM click_days WHERE scope <> 'link' ORDER BY 1, 2, 3",
  );
  expect(rows).toEqual([
    { scope: "all", day: "2026-05-01", is_bot: false, total: 12, qr: 2 },
    { scope: "all", day: "2026-05-01", is_bot: true, total: 4, qr: 0 },
    { scope: "all", day: "2026-05-02", is_bot: false, total: 1, qr: 0 },
    { scope: "group", day: "2026-05-01", is_bot: false, total: 5, qr: 2 },
    { scope: "group", day: "2026-05-01", is_bot: true, total: 4, qr: 0 },
    { scope: "group", day: "2026-05-02", is_bot: false, total: 1, qr: 0 },
  ]);
  await client.end();
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
});
