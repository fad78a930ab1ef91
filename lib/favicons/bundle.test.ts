import { readdirSync } from "node:fs";
import path from "node:path";
import { build, stop } from "esbuild";

afterAll(() => stop());

/** Decoders of untrusted data. */
const DANGEROUS = ["sharp", "htmlparser2", "decode-ico", "request-filtering-agent"];

/** Packages that an entry point loads. */
async function packagesOf(entryPoints: string[]): Promise<Set<string>> {
  const { metafile } = await build({
    entryPoints,
    outdir: "nowhere",
    write: false,
    metafile: true,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    loader: { ".css": "empty" },
    logLevel: "silent",
  });
  return new Set(Object.values(metafile.outputs).flatMap(({ imports }) => imports.map((one) => one.path)));
}

test("pages, API calls and redirects load no decoder of untrusted files", async () => {
  const routes = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)(route\.ts|page\.tsx|layout\.tsx)$/.test(file))
    .map((file) => path.join("app", file));
  const loaded = await packagesOf([...routes, "server/front.ts", "server/app.ts"]);
  expect(loaded.size).toBeGreaterThan(10);
  for (const name of DANGEROUS) expect(loaded).not.toContain(name);
});

test("the worker does, so this test can fail", async () => {
  const loaded = await packagesOf(["server/worker.ts"]);
  for (const name of DANGEROUS) expect(loaded).toContain(name);
});
