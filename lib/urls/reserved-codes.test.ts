import { existsSync, readdirSync } from "node:fs";
import { paths } from "@/lib/paths";
import { isReservedCode } from "@/lib/urls/reserved-codes";

/** Files of app/ that Next serves under their own name: icons, manifests and the like. */
const SERVED_FILE = /^(?:favicon|icon|apple-icon|opengraph-image|twitter-image|robots|sitemap|manifest)\d*\./;
/** Names that Next makes out of a module, which is not served under its own. */
const MODULE_NAMES: Record<string, string> = {
  robots: "robots.txt",
  sitemap: "sitemap.xml",
  manifest: "manifest.webmanifest",
};

/** What stands first in a path that app/ serves: folders, those of route groups too, and served files. */
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
  "/%s, which the application serves, is nobody's short code",
  (name) => {
    expect(isReservedCode(name)).toBe(true);
    expect(isReservedCode(name.toUpperCase())).toBe(true);
  },
);

test("the first segment of every path that the code links to is reserved", () => {
  const { api, ...pages } = paths;
  const all = [...Object.values(pages), api.urls].map((path) => (typeof path === "string" ? path : path("x")));
  const segments = all.map((path) => path.split("/")[1]).filter((segment) => segment !== "");
  expect(segments.filter((segment) => !isReservedCode(segment ?? ""))).toEqual([]);
});

test("the folders of app/ are found, route groups looked through", () => {
  expect(firstSegments()).toEqual(expect.arrayContaining(["api", "auth", "urls", "icon.svg"]));
});

// Design section 5, and what browsers and crawlers ask for of themselves.
test.each(["api", "_next", "auth", "dashboard", "health", "metrics", "robots.txt", "favicon.ico", ".well-known"])(
  "/%s is reserved",
  (name) => expect(isReservedCode(name)).toBe(true),
);
