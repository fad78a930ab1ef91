import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { APIRequestContext } from "@playwright/test";
import { call, createUrl, expect, type TestUser, test, uniqueCode } from "@/e2e/api/support";
import { linkIn, waitForMail } from "@/e2e/mailbox";
import { API_KEY_SCOPES } from "@/lib/api-keys/types";
import { paths } from "@/lib/paths";
import { examples } from "@/lib/public-api/examples";

type Command = { curl: string; from: string };

/** Every curl command of a document's shell blocks, on one line each. */
function commandsOf(document: string): Command[] {
  const blocks = [...readFileSync(document, "utf8").matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = ""]) => block);
  return blocks
    .flatMap((block) => block.replaceAll("\\\n", "").split("\n"))
    .filter((line) => line.startsWith("curl "))
    .map((curl) => ({ curl, from: document }));
}

const onThePages = Object.entries(examples("$HOP")).map(([id, { curl }]) => ({
  curl: curl.replaceAll("\\\n", ""),
  from: `page, ${id}`,
}));
const COMMANDS = [...commandsOf("docs/api.md"), ...commandsOf("README.md"), ...onThePages];

test("finds the examples", () => {
  expect(commandsOf("docs/api.md").length).toBeGreaterThanOrEqual(30);
  expect(onThePages).toHaveLength(15);
});

for (const [place, { curl, from }] of COMMANDS.entries()) {
  test(`${from} ${place}: ${curl.replace(/\s+/g, " ").slice(0, 110)}`, async ({
    request,
    database,
    createUser,
    createGroup,
    mailFolder,
  }) => {
    const admin = await createUser({ role: "overall_admin" });
    const group = await createGroup(admin);
    const key = /\$API_KEY|\$KEY_ID/.test(curl) ? await createKey(request, admin, group) : undefined;
    if (curl.includes("/adopt")) {
      await database.query("UPDATE api_keys SET suspended_at = now(), suspended_reason = 'paused' WHERE id = $1", [
        key?.id,
      ]);
    }
    const code = uniqueCode("Spring");
    // Names that must exist, or be new, in an installation shared with other tests.
    const named = curl.replaceAll(/\bspring\b(?!\.svg)/gi, code);
    // Id of the kind of thing that the call is about.
    const isAboutUser = /users\/|members/.test(curl);
    const isCreation = curl.includes('"shortCode"');
    const isAboutLink = curl.includes("$ID") && !isAboutUser;
    const needsLink = isAboutLink || (named !== curl && !isCreation) || curl.includes('"filter"');
    const url = needsLink
      ? await createUrl(request, admin, { groupId: group, ...(!isCreation && { shortCode: code }) })
      : undefined;
    if (curl.includes("placements/")) {
      await database.query("INSERT INTO qr_placements (url_id, name) VALUES ($1, 'poster-hall-3')", [url?.id]);
    }
    const id = curl.includes("$ID") && isAboutUser ? (await createUser()).id : (url?.id ?? "");
    const otherId = curl.includes("$OTHER_ID") ? (await createUrl(request, admin, {})).id : "";

    const folder = mkdtempSync(path.join(tmpdir(), "hop-curl-"));
    try {
      const host = new URL(process.env.E2E_URL ?? "").hostname;
      const jar = `#HttpOnly_${host}\tFALSE\t/\tFALSE\t0\thop.session\t${admin.sessionToken}\n`;
      writeFileSync(path.join(folder, "jar.txt"), `# Netscape HTTP Cookie File\n${jar}`);
      const run = (command: string, token = "") =>
        runWithRetries(folder, command, {
          ID: id,
          OTHER_ID: otherId,
          GROUP: group,
          KEY_ID: key?.id ?? "",
          API_KEY: key?.apiKey ?? "",
          TOKEN: token,
        });
      const command = named
        .replaceAll("ada@example.com", admin.email)
        .replaceAll("admin@example.com", admin.email)
        .replaceAll("ann@example.com", `${uniqueCode("ann")}@example.com`)
        .replaceAll("https://hop.example", process.env.E2E_URL ?? "");

      if (!command.includes("$TOKEN")) {
        expect((await run(command)).status).toMatch(/^2/);
        return;
      }
      await run(
        `curl -c jar.txt "$HOP${paths.api.requestMagicLink}" -H 'Content-Type: application/json' -d '{"email":"${admin.email}"}'`,
      );
      const link = linkIn(await waitForMail(mailFolder, admin.email));
      const { status, output } = await run(command, link.split("/").at(-1));
      expect(status, output).toBe(command.includes("-X POST") ? "200" : "303");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

async function createKey(request: APIRequestContext, admin: TestUser, group: string) {
  const body = { name: "Example", scopes: API_KEY_SCOPES };
  const answer = await call(request, "POST", paths.api.groupApiKeys(group), { user: admin, body });
  return JSON.parse(answer.text) as { id: string; apiKey: string };
}

const NO_ANSWER = "000";

/** Runs a command again if a slow machine did not answer while it was watched. */
async function runWithRetries(cwd: string, command: string, variables: Record<string, string>) {
  let result = await runInShell(cwd, command, variables, 2);
  for (let seconds = 4; result.status === NO_ANSWER && seconds <= 64; seconds *= 2) {
    result = await runInShell(cwd, command, variables, seconds);
  }
  return result;
}

/** Runs the command as a reader would paste it, with its placeholders filled in. */
async function runInShell(cwd: string, command: string, variables: Record<string, string>, watchSeconds: number) {
  // Ignores proxies and the user's curl settings.
  const alone = command.replace(/^curl /, `curl -q --noproxy '*' -s -o answer -w '%{http_code}' `);
  const env = { NODE_ENV: "test", PATH: process.env.PATH, HOP: process.env.E2E_URL, ...variables } as const;
  // A stream (-N) doesn't end on its own: curl stops after a while, having printed the status.
  const watched = alone.replace(/ -N /, ` -N --max-time ${watchSeconds} `);
  const { stdout, stderr } = await promisify(execFile)("bash", ["--norc", "-c", `${watched} || test $? = 28`], {
    cwd,
    env,
  });
  return { status: stdout.slice(-3), output: `${stdout}\n${stderr}` };
}
