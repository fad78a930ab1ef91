import { bannerLines } from "@/server/supervisor/banner";

const ENV = { BRAND_NAME: "Hop", PORT: 3000 };
const EXTERNAL = { version: "17.11", isEmbedded: false };

test("shows the address and the database, without warnings about supported versions", () => {
  expect(bannerLines(ENV, { signInLink: undefined, postgres: EXTERNAL, nodeVersion: "24.3.0" })).toEqual([
    "  Hop is running at http://localhost:3000",
    "  Database: Postgres 17.11",
  ]);
});

test("warns about an old Node and an outdated embedded Postgres, one line each", () => {
  const postgres = { version: "18.4", isEmbedded: true };
  const lines = bannerLines(ENV, { signInLink: undefined, postgres, nodeVersion: "20.19.0" });
  expect(lines.slice(1)).toEqual([
    "  Database: Postgres 18.4 (embedded)",
    expect.stringMatching(/^ {2}Warning: Postgres 18\.\d+ has fixes that the embedded one lacks\. .*DATABASE_URL/),
    "  Warning: Node 20.19.0 is past its end of life and gets no security fixes. Use Node 22 or 24.",
  ]);
});

test("prints the sign-in link alone on the last line", () => {
  const signInLink = { email: "admin@example.com", link: "http://localhost:3000/auth/verify/x" };
  const lines = bannerLines(ENV, { signInLink, postgres: EXTERNAL, nodeVersion: "22.0.0" });
  expect(lines.at(-1)).toBe("  http://localhost:3000/auth/verify/x");
});
