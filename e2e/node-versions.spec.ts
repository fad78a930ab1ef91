import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, test } from "@/e2e/fixtures";
import { freePort, startHop } from "@/e2e/hop";
import { visit } from "@/e2e/visit";
import { awaitEmbeddedPostgres } from "@/server/postgres/embedded";

/** The path of the newest Node of a major version, installed from npm. */
function programOf(major: number): string {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const args = ["-y", "--prefer-offline", "-p", `node@${major}`, "node", "-p", "process.execPath"];
  return execFileSync("npx", args, { encoding: "utf8" }).trim();
}

test.describe.configure({ timeout: 600_000 });

for (const major of [22, 24]) {
  test(`with Node ${major} it starts without a version warning, signs in, redirects, counts and stops`, async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), `hop-node-${major}-`));
    const variables = { PORT: String(await freePort()), DATA_DIR: dataDir, SMTP_HOST: "" };
    const hop = await startHop(variables, { program: programOf(major) });
    expect(hop.output()).not.toContain("past its end of life");
    const link = /http:\S+\/auth\/verify\/\w+/.exec(hop.output())?.[0] ?? "";
    expect((await fetch(link)).status).toBe(200);
    const client = new pg.Client({ connectionString: await awaitEmbeddedPostgres(dataDir) });
    await client.connect();
    await client.query(
      `INSERT INTO short_urls (id, short_code, original_url, created_by_id, updated_at)
       SELECT gen_random_uuid(), 'counted', 'https://example.com/', id, now() FROM users LIMIT 1`,
    );
    const visited = await visit(`${hop.url}/counted`);
    expect(visited.headers.get("location")).toBe("https://example.com/");
    await expect
      .poll(async () => (await client.query("SELECT click_count::int AS count FROM short_urls")).rows)
      .toEqual([{ count: 1 }]);
    await client.end();
    expect(await hop.stop()).toBe(0);
    const failures = hop
      .output()
      .split("\n")
      .filter((line) => /"level":[56]0/.test(line));
    // A machine that stalls may need over five seconds for a connection.
    expect(failures.filter((line) => !line.includes("Connection terminated due to connection timeout"))).toEqual([]);
    rmSync(dataDir, { recursive: true });
  });
}
