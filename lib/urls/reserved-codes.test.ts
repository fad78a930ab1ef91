import { existsSync, readdirSync } from "node:fs";
import { paths } from "@/lib/paths";
import { isReservedCode } from "@/lib/urls/reserved-codes";

/** Files in app/ that Next serves under their own name, such as icons and manifests. */
const SERVED_FILE = /^(?:favicon|icon|apple-icon|opengraph-image|twitter-image|robots|sitemap|manifest)\d*\./;
/** File names that Next generates from modules. */
const MODULE_NAMES: Record<string, string> = {
  robots: "robots.txt",
  sitemap: "sitemap.xml",
  manifest: "manifest.webmanifest",
};

/** First path segments that app/ serves: folders, including those in route groups, and served files. */
function firstSegments(folder = "app"): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    if (entry.isDirectory()) {
      if (/^\(.*\)$/.test(name)) return firstSegments(`${folder}/${name}`);
      return /^[[@]/.test(name) || (name.startsWith("_") && name !== "_next") ? [] : [name];
    }
    if (!SERVED_FILE.test(name)) return [];
    const [stem = ""] = name.split(".");
    return [/\.tsx?$/.test(name) ? (MODULE_NAMES[stem] ?? stem) : name];
  });
}

const publicFiles = existsSync("public") ? readdirSync("public").filter((name) => name !== ".gitkeep") : [];

test.each([...new Set([...firstSegments(), ...publicFiles])].map((name) => [name]))(
  "/%s, which the application serves, is reserved",
  (name) => {
    expect(isReservedCode(name)).toBe(true);
    expect(isReservedCode(name.toUpperCase())).toBe(true);
  },
);

test("the first segment of every path in lib/paths is reserved", () => {
  const { api, ...pages } = paths;
  const all = [...Object.values(pages), api.urls].map((path) => (typeof path === "string" ? path : path("x")));
  const segments = all.map((path) => path.split("/")[1]).filter((segment) => segment !== "");
  expect(segments.filter((segment) => !isReservedCode(segment ?? ""))).toEqual([]);
});

test("finds the folders of app/, including those in route groups", () => {
  expect(firstSegments()).toEqual(expect.arrayContaining(["api", "auth", "urls", "icon.svg"]));
});

// Design section 5, and paths that browsers and crawlers request on their own.
test.each(["api", "_next", "auth", "dashboard", "health", "metrics", "robots.txt", "favicon.ico", ".well-known"])(
  "/%s is reserved",
  (name) => expect(isReservedCode(name)).toBe(true),
);
