import { pool } from "@/lib/db/pool";
import { areFaviconsOn } from "@/lib/favicons/switch";
import { databaseSamples } from "@/server/metrics/database-samples";

jest.mock("@/lib/favicons/switch", () => ({ areFaviconsOn: jest.fn() }));

test.each([
  ["are counted", true],
  ["are left out with FAVICONS=off, as nobody takes them", false],
])("hosts whose favicon is due %s", async (_what, isOn) => {
  jest.mocked(areFaviconsOn).mockReturnValue(isOn);
  // A busy machine needs longer than a scrape waits.
  const queues = (await databaseSamples(pool(), { withTables: true, timeoutMs: 60_000 }))
    .filter(({ name }) => name === "hop_jobs_oldest_due_age_seconds")
    .map(({ labels }) => labels?.queue);
  expect(queues).toContain("qr-files");
  expect(queues.includes("favicons")).toBe(isOn);
});
