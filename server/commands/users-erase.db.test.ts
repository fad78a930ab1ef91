import { PassThrough } from "node:stream";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { eraseUser } from "@/server/commands/users-erase";

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
