import type { PoolClient } from "pg";
import { ALL_LINKS, readDays } from "@/lib/clicks/click-days";
import { isDatabaseOutage } from "@/lib/database-unavailable";

test("an outage while days are read is recognised", async () => {
  const query = () => Promise.reject(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));
  const client = { query } as Partial<PoolClient> as PoolClient;
  const key = { scope: "all", scopeId: ALL_LINKS, day: "2026-11-21", isBot: false } as const;
  const error = await readDays(client, [key]).catch((reason: unknown) => reason);
  expect(isDatabaseOutage(error)).toBe(true);
});
