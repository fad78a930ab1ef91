import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { createUrl, sessionOf } from "@/e2e/api/support";
import { expect, test } from "@/e2e/fixtures";
import { paths } from "@/lib/paths";

/** A11. `npm run bench -- A11` measures a few screens in a browser, with what they load later. */
const MAX_BYTES = 220_000;

const SCREENS = [
  ...[paths.home, paths.urls, paths.unknownCodes, paths.qrCodes, paths.users, paths.groups, paths.apiKeys],
  ...[paths.analytics, paths.ownAnalytics, paths.settings, paths.auditLog, paths.sessions],
];

/** A screen whose skeleton lacks a client component of its page has two scripts with the same modules, dozens of them. */
const MAX_REPEATED = 20;

/** Ids of the modules in a script of Turbopack's: "…,12345,(e,t,r)=>…". */
function modulesIn(code: string): string[] {
  return [...code.matchAll(/[,[](\d{3,7}),(?=[(\w])/g)].map(([, id]) => id ?? "");
}

test("no screen loads more JavaScript than promised", async ({ request, createUser, createGroup }) => {
  const user = await createUser({ role: "overall_admin" });
  const group = await createGroup(user);
  const { id } = await createUrl(request, user);
  const codes = new Map<string, Promise<Buffer>>();
  const load = (script: string) => {
    const code = codes.get(script) ?? request.get(script).then((response) => response.body());
    codes.set(script, code);
    return code;
  };
  for (const screen of [...SCREENS, paths.url(id), paths.group(group)]) {
    const html = await (await request.get(screen, { headers: sessionOf(user) })).text();
    // Modern browsers don't load polyfills.
    const tags = (html.match(/<script[^>]* src="[^"]+"[^>]*>/g) ?? []).filter((tag) => !/nomodule/i.test(tag));
    const scripts = new Set(tags.map((tag) => /src="([^"]+)"/.exec(tag)?.[1] ?? ""));
    expect(scripts.size, screen).toBeGreaterThan(10);
    const code = await Promise.all([...scripts].map(load));
    // Chromium compiles them while they load.
    expect(
      code.filter((one) => !one.toString("utf8").startsWith("//# allFunctionsCalledOnLoad\n")).length,
      screen,
    ).toBe(0);
    const bytes = code.reduce((sum, one) => sum + gzipSync(one).length, 0);
    expect(bytes, screen).toBeGreaterThan(150_000);
    expect(bytes, screen).toBeLessThanOrEqual(MAX_BYTES);
    const modules = code.flatMap((one) => [...new Set(modulesIn(one.toString("utf8")))]);
    expect(new Set(modules).size, screen).toBeGreaterThan(100);
    expect(modules.length - new Set(modules).size, screen).toBeLessThan(MAX_REPEATED);
  }
});

test("no route has its own copy of large modules", () => {
  const chunks = [".next/server/chunks", ".next/server/chunks/ssr"].flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(".js"))
      .map((file) => readFileSync(path.join(folder, file), "utf8")),
  );
  expect(chunks.length).toBeGreaterThan(100);
  // Parts of the generated database client and of zod (next.config.ts).
  for (const part of ["inlineSchema", "ZodDiscriminatedUnion"])
    expect(chunks.filter((chunk) => chunk.includes(part)).length, part).toBe(0);
});

test("browsers get none of zod's messages in other languages", () => {
  const folder = ".next/static/chunks";
  const chunks = readdirSync(folder)
    .filter((file) => file.endsWith(".js"))
    .map((file) => readFileSync(path.join(folder, file), "utf8"));
  const withText = (text: string) => chunks.filter((chunk) => chunk.includes(text)).length;
  expect(withText("Invalid input")).toBeGreaterThan(0);
  expect(withText("Ungültige Eingabe")).toBe(0);
});
