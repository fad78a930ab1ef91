import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@/e2e/fixtures";

test.describe.configure({ mode: "serial" });

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-demo-"));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What `npm run demo` says, and its exit code. */
async function runDemo(variables: Record<string, string>): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, ["server/bootstrap/command.mjs", "demo"], {
    env: { ...process.env, DATABASE_URL: "", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8");
    });
  }
  const [code] = await once(child, "close");
  return { code: code as number, said };
}

test("npm run demo fills an empty installation within a minute, and no other", async () => {
  test.setTimeout(120_000);
  const DATA_DIR = path.join(folder, "data");
  const began = Date.now();
  const first = await runDemo({ DATA_DIR });
  expect(first, first.said).toMatchObject({ code: 0, said: expect.stringContaining("The demonstration is ready.") });
  expect(Date.now() - began).toBeLessThan(60_000);
  const second = await runDemo({ DATA_DIR });
  expect(second.code).toBe(1);
  expect(second.said).toMatch(/^The database has 24 users, 6 groups, \d+ links, clicks already\. .+\n$/);
});

test("npm run demo says what to do while Hop runs", async () => {
  const DATA_DIR = path.join(folder, "running");
  mkdirSync(DATA_DIR);
  writeFileSync(path.join(DATA_DIR, "hop.pid"), `${process.pid}\n`);
  const { code, said } = await runDemo({ DATA_DIR });
  expect(code).toBe(1);
  expect(said).toBe(
    `DATA_DIR: ${DATA_DIR} is used by a Hop that runs already (process ${process.pid}). End it with Ctrl-C, run npm run demo again, and then npm start.\n`,
  );
});

test("npm run demo leaves databases of other machines alone", async () => {
  const { code, said } = await runDemo({ DATABASE_URL: "postgresql://hop@db.example/hop" });
  expect([code, said]).toEqual([1, "DATABASE_URL: a demonstration fills a database on this machine only.\n"]);
});
