import { PassThrough } from "node:stream";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { eraseUser } from "@/server/commands/users-erase";
import { StartError } from "@/server/processes/start-error";

const stdin = process.stdin;
afterEach(() => {
  Object.defineProperty(process, "stdin", { value: stdin });
  process.exitCode = undefined;
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.removeAllListeners(name);
});

/** Runs the command in a terminal, with this text typed before the end of the input. */
async function eraseTyping(text: string, email: string): Promise<string[]> {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  Object.defineProperty(process, "stdin", { value: terminal, configurable: true });
  jest.spyOn(process.stdout, "write").mockReturnValue(true);
  const said: string[] = [];
  terminal.end(text);
  await eraseUser({ options: { email }, positionals: [] }, (line) => said.push(line));
  return said;
}

test.each(["", "no\n"])("without confirmation (%j), nothing is erased, and the command fails", async (text) => {
  const { email } = await createUser();
  expect((await eraseTyping(text, email)).at(-1)).toBe("Nothing was erased.");
  expect(process.exitCode).toBe(1);
});

test("a confirmed user is erased", async () => {
  const { email } = await createUser();
  expect(await eraseTyping("erase\n", email)).toContain("The user was erased.");
  expect(process.exitCode).toBeUndefined();
});

test("names of groups with the address are printed, since they stay", async () => {
  const { email } = await createUser();
  await prisma().group.create({ data: { name: `Team of ${email}` } });
  expect((await eraseTyping("erase\n", email)).at(-1)).toBe(
    `The address is still in these texts: group “Team of ${email}”.`,
  );
});

/** Runs the command with --yes. */
async function eraseAtOnce(email: string): Promise<string[]> {
  const said: string[] = [];
  await eraseUser({ options: { email, yes: true }, positionals: [] }, (line) => said.push(line));
  return said;
}

test("an address that no user has is no failure", async () => {
  expect(await eraseAtOnce("stranger@example.com")).toEqual([
    "No user has this address.",
    "Changed 0 audit entries, deleted 0 background jobs.",
  ]);
  expect(process.exitCode).toBeUndefined();
});

test("an invalid address is refused", async () => {
  await expect(eraseAtOnce("ann")).rejects.toThrow(new StartError("--email: Please enter a valid email address."));
});
