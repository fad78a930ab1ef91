import { newerRelease, postgresWarning } from "@/lib/postgres-release";

test.each([
  ["18.4", "18.6"],
  ["15.18 (Debian 15.18-0+deb12u1)", "15.20"],
  ["18.6", null],
  ["18.60", null],
  ["19.0", null],
  ["19beta1", null],
  ["", null],
])("the release newer than %s is %s", (version, newer) => {
  expect(newerRelease(version)).toBe(newer);
});

test("only an outdated embedded server is reported", () => {
  expect(postgresWarning({ version: "18.4", isEmbedded: true })).toContain("Postgres 18.6");
  expect(postgresWarning({ version: "18.6", isEmbedded: true })).toBeNull();
  expect(postgresWarning({ version: "18.4", isEmbedded: false })).toBeNull();
});
