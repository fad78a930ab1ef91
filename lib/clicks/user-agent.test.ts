import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { type Agent, readUserAgent } from "@/lib/clicks/user-agent";

/** 200 real user agents, under headings with their classification. */
const listed = readFileSync(path.join(import.meta.dirname, "testing", "user-agents.txt"), "utf8")
  .split("\n# ")
  .slice(1)
  .flatMap((block) => {
    const [heading = "", ...userAgents] = block.split("\n").filter(Boolean);
    return userAgents.map((userAgent) => ({ heading, userAgent }));
  });

function headingOf({ isBot, deviceType, os, browser, appHost }: Agent): string {
  return isBot ? "bot" : [deviceType, os, browser, ...(appHost ? [appHost] : [])].join(" | ");
}

test("parses 200 user agents", () => {
  expect(new Set(listed.map(({ userAgent }) => userAgent)).size).toBe(200);
  const wrong = listed
    .map(({ heading, userAgent }) => ({ expected: heading, found: headingOf(readUserAgent(userAgent)), userAgent }))
    .filter(({ expected, found }) => expected !== found);
  expect(wrong).toEqual([]);
});

test.each([
  ["no user agent", "", { isBot: true, deviceType: null, os: null, browser: null }],
  [
    "one that nobody knows",
    "Mozilla/5.0 (Frobnicator) Frob/3.1",
    { isBot: false, deviceType: null, os: null, browser: null },
  ],
])("%s", (_what, userAgent, expected) => {
  expect(readUserAgent(userAgent)).toMatchObject(expected);
});

test("no user agent stops the drain", () => {
  const word = fc.constantFrom(
    "Mozilla/5.0",
    "(Macintosh;",
    "Android",
    "Version/",
    "Chrome/1.2",
    "iPhone OS 1_",
    "Roku/DVP-",
    "é\u0000",
  );
  const userAgent = fc
    .array(fc.oneof(word, fc.string()), { maxLength: 12 })
    .map((words) => words.join(" ").slice(0, 512));
  fc.assert(
    fc.property(userAgent, (text) => {
      expect(Object.keys(readUserAgent(text))).toHaveLength(5);
    }),
    { numRuns: 500 },
  );
});
