import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { v7 as uuidv7 } from "uuid";
import { deleteClicksByAddress } from "@/lib/clicks/delete-by-address";
import { drainSpool } from "@/lib/clicks/drain";
import { importSpool } from "@/lib/clicks/import-spool";
import { encodeClick } from "@/lib/clicks/record";
import { abandon } from "@/lib/clicks/testing/abandon";
import { recordedClick } from "@/lib/clicks/testing/clicks";
import type { Click } from "@/lib/clicks/types";
import { pool } from "@/lib/db/pool";
import { createUser } from "@/lib/db/testing/fixtures";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";

const NOON = Date.UTC(2026, 4, 31, 12);
const LONG_AGO = Date.UTC(2019, 0, 15, 12);
const ADDRESS = "198.51.100.77";

let dead: string;
let copy: string;
let urlId: string;
let made = 0;

beforeEach(async () => {
  const base = mkdtempSync(path.join(tmpdir(), "hop-import-"));
  dead = path.join(base, "dead");
  copy = path.join(base, "copy");
  for (const folder of [dead, copy]) mkdirSync(folder);
  const link = await createUrl(await createUser(), createUrlSchema.parse({ originalUrl: "https://example.com/page" }));
  urlId = link.id;
  // Older than the clicks.
  await pool().query("UPDATE short_urls SET created_at = '2019-01-01'");
});

afterEach(() => rmSync(path.dirname(dead), { recursive: true, force: true }));

const click = (known?: Partial<Click>) => recordedClick(urlId, NOON, known);

const lines = (count: number, differences?: Partial<Click>) =>
  Array.from({ length: count }, () => encodeClick(click(differences))).join("");

/** A segment on the dead machine, and its copy. */
function leave(content: string, extension = "closed"): string {
  const name = `${Date.now()}-999999999-${made++}-${made.toString(16).padStart(12, "0")}.${extension}`;
  writeFileSync(path.join(dead, name), content);
  copyFileSync(path.join(dead, name), path.join(copy, name));
  return name;
}

const importCopy = () => importSpool(pool(), copy);
const returnOfTheMachine = () => drainSpool(pool(), dead);

async function counted(): Promise<{ stored: number; counter: number }> {
  const { rows } = await pool().query<{ stored: number; counter: number }>(
    `SELECT (SELECT count(*)::int FROM stored_clicks WHERE url_id = $1) AS stored,
            (SELECT click_count::int FROM short_urls WHERE id = $1) AS counter`,
    [urlId],
  );
  return rows[0] ?? { stored: 0, counter: 0 };
}

const imports = async () =>
  (await pool().query("SELECT actor_label, after FROM audit_entries WHERE action = 'click.import' ORDER BY id")).rows;

const NOTHING = { stored: 0, alreadyStored: 0, rejected: 0, unfinished: [] };

test("clicks are stored once, however often the copy is imported, and the folder stays as it was", async () => {
  const name = leave(lines(3));
  leave(lines(2), "open");
  const before = readdirSync(copy);
  expect(await importCopy()).toMatchObject({ segments: 2, stored: 5, alreadyStored: 0, rejected: 0, unfinished: [] });
  expect(await importCopy()).toMatchObject(NOTHING);
  expect(readdirSync(copy)).toEqual(before);
  expect(readFileSync(path.join(copy, name), "utf8").split("\n")).toHaveLength(4);
  expect(await counted()).toEqual({ stored: 5, counter: 5 });
});

test("rejected clicks are stored as docs/operations.md says", async () => {
  leave(lines(3));
  await pool().query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE OF click_count ON short_urls FOR EACH ROW EXECUTE FUNCTION refuse()`);
  const imported = await importCopy().finally(() => pool().query("DROP FUNCTION refuse CASCADE"));
  expect(imported).toMatchObject({ stored: 0, rejected: 3 });
  const damaged = Buffer.alloc(20);
  await pool().query("INSERT INTO rejected_clicks (segment, position, reason, record) VALUES ('damaged', 0, '', $1)", [
    damaged,
  ]);
  const document = readFileSync("docs/operations.md", "utf8");
  const [, statement = ""] = /"(SELECT convert_from[^"]+)"/.exec(document) ?? [];
  const { rows } = await pool().query<{ convert_from: string }>(statement);
  leave(rows.map((row) => `${row.convert_from}\n`).join(""));
  expect(await importCopy()).toMatchObject({ stored: 3, rejected: 0, unfinished: [] });
  expect(await counted()).toEqual({ stored: 3, counter: 3 });
  const [, deletion = ""] = /"(DELETE FROM rejected_clicks[^"]+)"/.exec(document) ?? [];
  await pool().query(deletion.replace("$before", new Date(Date.now() + 60_000).toISOString()));
  expect((await pool().query("SELECT segment FROM rejected_clicks")).rows).toEqual([{ segment: "damaged" }]);
  await pool().query("DELETE FROM rejected_clicks");
});

test("a machine that returns adds only the clicks that were not in the copy", async () => {
  const name = leave(lines(3), "open");
  appendFileSync(path.join(dead, name), lines(2));
  await importCopy();
  abandon(path.join(dead, name));
  await returnOfTheMachine();
  expect(await counted()).toEqual({ stored: 5, counter: 5 });
  expect(readdirSync(dead)).toEqual([]);
  expect(await importCopy()).toMatchObject(NOTHING);
});

test("an import continues where the machine died", async () => {
  const name = leave(lines(2), "open");
  // Held open by a running process, like the front's.
  const running = name.replace("999999999", String(process.pid));
  for (const folder of [dead, copy]) rmSync(path.join(folder, name));
  writeFileSync(path.join(dead, running), lines(2));
  await returnOfTheMachine();
  appendFileSync(path.join(dead, running), lines(4));
  copyFileSync(path.join(dead, running), path.join(copy, running));
  expect(await importCopy()).toMatchObject({ stored: 4, alreadyStored: 0 });
  expect(await counted()).toEqual({ stored: 6, counter: 6 });
});

describe("clicks that were removed after the import", () => {
  test("because of CLICK_RETENTION_DAYS are not counted again by the machine when it returns", async () => {
    leave(lines(3, { at: LONG_AGO }));
    expect(await importCopy()).toMatchObject({ stored: 3 });
    await pool().query("DROP TABLE visits_2019_01");
    await returnOfTheMachine();
    expect(await importCopy()).toMatchObject(NOTHING);
    expect(await counted()).toEqual({ stored: 0, counter: 3 });
  });

  test("because their visitor requested it do not come back", async () => {
    leave(lines(2, { ip: ADDRESS }) + lines(1));
    await importCopy();
    expect(await deleteClicksByAddress(pool(), ADDRESS)).toBe(2);
    await returnOfTheMachine();
    expect(await importCopy()).toMatchObject(NOTHING);
    expect(await counted()).toEqual({ stored: 1, counter: 1 });
  });
});

test("an old copy of segments that their machine stored and removed adds nothing, even if clicks were deleted", async () => {
  leave(lines(2, { ip: ADDRESS }) + lines(1));
  await returnOfTheMachine();
  await deleteClicksByAddress(pool(), ADDRESS);
  expect(readdirSync(dead)).toEqual([]);
  expect(await importCopy()).toMatchObject({ segments: 1, ...NOTHING });
  expect(await counted()).toEqual({ stored: 1, counter: 1 });
});

test("a renamed copy is recognised by the ids of its clicks", async () => {
  const name = leave(lines(3));
  await returnOfTheMachine();
  copyFileSync(path.join(copy, name), path.join(copy, name.replace("-999999999-", "-999999998-")));
  expect(await importCopy()).toMatchObject({ stored: 0, alreadyStored: 3 });
  expect(await counted()).toEqual({ stored: 3, counter: 3 });
});

test("damaged lines and clicks of another installation's links are rejected, and the others are stored", async () => {
  const [good = "", cut = ""] = [lines(1), lines(1)];
  leave(`${good}${cut.slice(0, 40)}\n${lines(2, { urlId: uuidv7() })}${lines(1)}`);
  leave("\0".repeat(5_000));
  expect(await importCopy()).toMatchObject({ segments: 2, stored: 2, rejected: 3, unfinished: [] });
  expect(await counted()).toEqual({ stored: 2, counter: 2 });
  const { rows } = await pool().query(
    "SELECT reason, count(*)::int FROM rejected_clicks WHERE segment LIKE '%-999999999-%' AND rejected_at > now() - interval '1 minute' GROUP BY 1 ORDER BY 1",
  );
  expect(rows.map(({ reason }) => reason)).toEqual(["damaged record", "the link does not exist"]);
});

test("a segment with the zeros that a power cut leaves at its end is finished", async () => {
  leave(lines(2) + "\0".repeat(2_000_000));
  expect(await importCopy()).toMatchObject({ stored: 2, unfinished: [] });
});

test("other files, links to files and folders are ignored", async () => {
  const secret = path.join(path.dirname(copy), "secret");
  writeFileSync(secret, "secret\n");
  leave(lines(1));
  symlinkSync(secret, path.join(copy, `${Date.now()}-1-0-0123456789ab.closed`));
  mkdirSync(path.join(copy, `${Date.now()}-1-1-0123456789ab.open`));
  writeFileSync(path.join(copy, "notes.closed"), "secret\n");
  const { stored, rejected, ignored } = await importCopy();
  expect({ stored, rejected, ignored: ignored.length }).toEqual({ stored: 1, rejected: 0, ignored: 3 });
});

test("a segment that another process is storing is reported, and a later import finishes it", async () => {
  const name = leave(lines(2));
  const client = await pool().connect();
  await client.query("INSERT INTO spool_positions (segment, position) VALUES ($1, 0)", [name.replace(".closed", "")]);
  await client.query("BEGIN");
  await client.query("SELECT FROM spool_positions WHERE segment = $1 FOR UPDATE", [name.replace(".closed", "")]);
  expect((await importCopy()).unfinished).toEqual([{ segment: name, reason: "another process is storing it" }]);
  await client.query("ROLLBACK");
  client.release();
  expect(await importCopy()).toMatchObject({ stored: 2, unfinished: [] });
});

test("each file that adds clicks is in the audit log, even if the database fails at a later one", async () => {
  const before = await imports();
  const file = leave(`${lines(2)}damaged\n`);
  await importCopy();
  await importCopy();
  const entry = { actor_label: "Operator", after: { file, stored: 2, rejected: 1 } };
  expect((await imports()).slice(before.length)).toEqual([entry]);

  const next = leave(lines(1));
  leave(lines(1));
  let asked = 0;
  const failing = new Proxy(pool(), {
    get: (target, name) => {
      if (name === "connect") asked += 1;
      if (asked > 1) throw new Error("the database failed");
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  await expect(importSpool(failing, copy)).rejects.toThrow("the database failed");
  expect((await imports()).slice(before.length + 1)).toEqual([
    { actor_label: "Operator", after: { file: next, stored: 1, rejected: 0 } },
  ]);
});
