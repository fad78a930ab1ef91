import { type Summary, summaryMail } from "@/lib/mail/summary-text";

const period = { from: "2026-11-16", to: "2026-11-22" };
const changes = { created: 0, redirected: 0, paused: 0, activated: 0, deleted: 0 };

function mailText(clicks: number, clicksBefore: number): string {
  const link = { shortCode: "spring", clicks, clicksBefore, scans: 0 };
  const summary: Summary = {
    ...{ period, clicks, clicksBefore, scans: 0, changes },
    ...{ topLinks: [link], firstScans: [], moreFirstScans: 0 },
  };
  const sent = { brand: "Hop", link: "https://hop.example", unsubscribeLink: "https://hop.example/unsubscribe" };
  return summaryMail({ ...summary, ...sent, frequency: "weekly" }).text;
}

test.each([
  [1_120, 1_000, ", 12% more than the week before (1,000).", "1,120 clicks (+12%)"],
  [1_003, 1_000, ", about as many as the week before (1,000).", "1,003 clicks\n"],
  [997, 1_000, ", about as many as the week before (1,000).", "997 clicks\n"],
  [1_000, 1_000, ", as many as the week before.", "1,000 clicks\n"],
  [3, 1_000, ", 99% fewer than the week before (1,000).", "3 clicks (−99%)"],
  [0, 1_000, ", 100% fewer than the week before (1,000).", "0 clicks (−100%)"],
  [7, 0, ", after none the week before.", "7 clicks (none the week before)"],
])("%i clicks after %i: %j and %j", (clicks, before, lead, row) => {
  const text = mailText(clicks, before);
  expect(text).toContain(`from November 16 to 22${lead}`);
  expect(text).toContain(`- spring: ${row}`);
});
