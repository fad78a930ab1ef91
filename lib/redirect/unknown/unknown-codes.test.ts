import { createUnknownCodes } from "@/lib/redirect/unknown/unknown-codes";
import type { UnknownVisits } from "@/lib/redirect/unknown/unknown-store";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const NOW = Date.UTC(2026, 10, 22, 12);
const visit = (key: string, differences: object = {}) =>
  ({ key, method: "GET", isPrefetch: false, userAgent: FIREFOX, ...differences }) as const;

function given() {
  const stored: UnknownVisits[][] = [];
  const database = { isDown: false };
  const codes = createUnknownCodes({
    store: async (visits) => {
      if (database.isDown) throw new Error("the database did not answer in time");
      stored.push(visits);
    },
  });
  return { codes, stored, database };
}

test("visits are counted per code, with the time of the last, and stored once", async () => {
  const { codes, stored } = given();
  codes.note(visit("sumer-sale"), 1, NOW);
  codes.note(visit("sumer-sale"), 2, NOW + 1_000);
  codes.note(visit("other"), 2, NOW);
  await codes.flush();
  await codes.close();
  expect(stored).toEqual([
    [
      { code: "sumer-sale", visits: 2, lastSeenAt: new Date(NOW + 1_000) },
      { code: "other", visits: 1, lastSeenAt: new Date(NOW) },
    ],
  ]);
});

test("a reload is not counted, not even after the first visit was stored", async () => {
  const { codes, stored } = given();
  codes.note(visit("sumer-sale"), 1, NOW);
  codes.note(visit("sumer-sale"), 1, NOW);
  await codes.flush();
  codes.note(visit("sumer-sale"), 1, NOW + 20_000);
  await codes.close();
  expect(stored.flat()).toMatchObject([{ code: "sumer-sale", visits: 1 }]);
});

test.each([
  ["HEAD", visit("sumer-sale", { method: "HEAD" })],
  ["prefetches", visit("sumer-sale", { isPrefetch: true })],
  ["clients without a user agent", visit("sumer-sale", { userAgent: null })],
  ["programs", visit("sumer-sale", { userAgent: "curl/8.9.1" })],
  [
    "bots",
    visit("sumer-sale", { userAgent: "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)" }),
  ],
  [
    "bots that claim a device",
    visit("sumer-sale", { userAgent: `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) (compatible; Googlebot/2.1)` }),
  ],
  ["codes that scanners try everywhere", visit("wp-login")],
  ["their variants", visit("phpmyadmin-2")],
])("%s are not counted", async (_name, one) => {
  const { codes, stored } = given();
  codes.note(one, 1, NOW);
  await codes.close();
  expect(stored).toEqual([]);
});

test("one client cannot fill the list", async () => {
  const { codes, stored } = given();
  for (let i = 0; i < 5_000; i++) codes.note(visit(`made-up-${i}`), 7, NOW + i);
  codes.note(visit("sumer-sale"), 8, NOW);
  await codes.close();
  expect(stored.flat()).toHaveLength(21);
  expect(stored.flat().at(-1)?.code).toBe("sumer-sale");
});

test("memory is bounded however many clients there are; those visited last are kept", async () => {
  const { codes, stored } = given();
  for (let i = 0; i < 5_000; i++) codes.note(visit(`made-up-${i}`), i * 65_537, NOW + i);
  await codes.close();
  expect(stored.flat()).toHaveLength(1_000);
  expect(stored.flat().at(-1)?.code).toBe("made-up-4999");
});

test("while the database is down, counts are kept for the next attempt", async () => {
  const { codes, stored, database } = given();
  database.isDown = true;
  codes.note(visit("sumer-sale"), 1, NOW);
  await codes.flush();
  codes.note(visit("sumer-sale"), 2, NOW + 5_000);
  database.isDown = false;
  await codes.close();
  expect(stored).toEqual([[{ code: "sumer-sale", visits: 2, lastSeenAt: new Date(NOW + 5_000) }]]);
});

test("visits that were being stored when the database went down are kept, as are those that came meanwhile", async () => {
  const stored: UnknownVisits[][] = [];
  let fail: (error: Error) => void = () => undefined;
  const store = jest
    .fn<Promise<void>, [UnknownVisits[]]>(async (visits) => void stored.push(visits))
    .mockReturnValueOnce(new Promise((_resolve, reject) => (fail = reject)));
  const codes = createUnknownCodes({ store });
  codes.note(visit("sumer-sale"), 1, NOW);
  codes.note(visit("sumer-sale"), 2, NOW);
  const flushed = codes.flush();
  codes.note(visit("sumer-sale"), 3, NOW + 1_000);
  fail(new Error("the database did not answer in time"));
  await flushed;
  await codes.close();
  expect(stored).toEqual([[{ code: "sumer-sale", visits: 3, lastSeenAt: new Date(NOW + 1_000) }]]);
});
