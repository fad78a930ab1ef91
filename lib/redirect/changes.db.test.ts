import type { ClientBase } from "pg";
import type { Actor } from "@/lib/actor";
import { listen } from "@/lib/db/listen";
import { pool } from "@/lib/db/pool";
import { createCaller, createUser, unique } from "@/lib/db/testing/fixtures";
import { inTransaction } from "@/lib/db/transaction";
import { createApiUrl } from "@/lib/public-api/create-url";
import { createApiUrlSchema } from "@/lib/public-api/schema";
import { LINK_CHANGED } from "@/lib/redirect/link-source";
import { until } from "@/lib/testing/until";
import { createUrl } from "@/lib/urls/create";
import { deleteUrl } from "@/lib/urls/delete";
import { insertUrl } from "@/lib/urls/insert";
import { createUrlSchema } from "@/lib/urls/schema";
import { updateUrl } from "@/lib/urls/update";

// Changes are promised within a second (B9), and a connection that is silent for a second is dropped. A broken product
// fails every try.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

const notified = new Set<string>();
const states: boolean[] = [];
let stop: () => Promise<void>;
let actor: Actor & { email: string };

const create = (shortCode: string) =>
  createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/page", shortCode }));

beforeAll(async () => {
  actor = await createUser();
  stop = listen(process.env.DATABASE_URL ?? "", {
    channel: LINK_CHANGED,
    onNotify: (key) => notified.add(key),
    onListeningChange: (isListening) => states.push(isListening),
  });
});
// Before a second try, too.
beforeEach(() => until(() => states.at(-1) === true, 60_000));

afterAll(() => stop());

test.each([
  ["is paused", (id: string) => updateUrl(actor, id, { status: "paused" })],
  ["gets another destination", (id: string) => updateUrl(actor, id, { originalUrl: "https://example.com/2" })],
  ["is deleted", (id: string) => deleteUrl(actor, id)],
  [
    "is changed by hand in SQL",
    (id: string) => pool().query("UPDATE short_urls SET status = 'paused' WHERE id = $1", [id]),
  ],
  ["is removed by hand in SQL", (id: string) => pool().query("DELETE FROM short_urls WHERE id = $1", [id])],
])("announces within a second, by the code in lower case, that a link %s", async (_name, change) => {
  const url = await create(unique("Heard"));
  const key = url.shortCode.toLowerCase();
  await until(() => notified.has(key), 1_000);
  notified.clear();
  await change(url.id);
  await until(() => notified.has(key), 1_000);
});

test("announces links created with a key, in the dashboard and in SQL", async () => {
  const caller = await createCaller();
  const url = "https://example.com/page";
  const created = [
    (await create(unique("Dashboard"))).shortCode,
    (await createApiUrl(caller, createApiUrlSchema.parse({ url }))).url.shortCode,
    (await createApiUrl(caller, createApiUrlSchema.parse({ url }), "once")).url.shortCode,
    unique("Hand"),
  ];
  await insertByHand(pool(), created.at(-1) ?? "");
  await until(() => created.every((code) => notified.has(code.toLowerCase())), 1_000);
});

test("announces a link again when its creation is repeated: the first call may have died before", async () => {
  const caller = await createCaller();
  const body = createApiUrlSchema.parse({ url: "https://example.com/page" });
  const key = (await createApiUrl(caller, body, "again")).url.shortCode.toLowerCase();
  await until(() => notified.has(key), 1_000);
  notified.clear();
  await createApiUrl(caller, body, "again");
  await until(() => notified.has(key), 1_000);
});

test("announces links after their commit only, even without a creator", async () => {
  const { keyId, groupId } = await createCaller();
  const byKey = { id: null, label: "API key Shop", apiKeyId: keyId };
  const url = { originalUrl: "https://example.com/", hasQr: false };
  const [own, nobodys, loud] = [unique("own"), unique("nobodys"), unique("loud")];
  for (const one of [
    { ...url, creator: { id: actor.id }, actor, groupId: null, shortCode: own },
    { ...url, creator: null, actor: byKey, groupId, shortCode: nobodys },
  ]) {
    await inTransaction(pool(), (client) => insertUrl(one, client));
  }
  await insertByHand(pool(), loud);
  await until(() => notified.has(loud), 1_000);
  expect([notified.has(own), notified.has(nobodys)]).toEqual([false, false]);
});

test("the trigger is silent in a transaction that announces links itself, but not in the next one", async () => {
  const [silent, loud] = [unique("silent"), unique("loud")];
  const client = await pool().connect();
  await client.query("BEGIN");
  await client.query("SELECT set_config('hop.tells_later', 'on', true)");
  await insertByHand(client, silent);
  await client.query("COMMIT");
  await insertByHand(client, loud);
  client.release();
  await until(() => notified.has(loud), 1_000);
  expect(notified.has(silent)).toBe(false);
});

function insertByHand(client: Pick<ClientBase, "query">, shortCode: string): Promise<unknown> {
  return client.query(
    `INSERT INTO short_urls (id, short_code, original_url, created_by_id, updated_at)
     VALUES (gen_random_uuid(), $1, 'https://example.com/', $2, now())`,
    [shortCode, actor.id],
  );
}

test("a changed code is announced under both names", async () => {
  const url = await create(unique("from"));
  await until(() => notified.has(url.shortCode), 1_000);
  notified.clear();
  const renamed = unique("to");
  await pool().query("UPDATE short_urls SET short_code = $2 WHERE id = $1", [url.id, renamed]);
  await until(() => notified.has(url.shortCode) && notified.has(renamed), 1_000);
});

test("counting clicks announces nothing", async () => {
  const { id, shortCode } = await create(unique("count"));
  await until(() => notified.has(shortCode), 1_000);
  notified.clear();
  await pool().query("UPDATE short_urls SET click_count = 5 WHERE id = $1", [id]);
  const next = await create(unique("next"));
  await until(() => notified.has(next.shortCode), 1_000);
  expect(notified).toEqual(new Set([next.shortCode]));
});

test("reports a killed connection and reconnects", async () => {
  states.length = 0;
  const { rowCount } = await pool().query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'hop-listen'",
  );
  expect(rowCount).toBe(1);
  await until(() => states.length === 1, 1_000);
  await until(() => states.length === 2, 3_000);
  expect(states).toEqual([false, true]);
  const { shortCode } = await create(unique("again"));
  await until(() => notified.has(shortCode), 1_000);
});
