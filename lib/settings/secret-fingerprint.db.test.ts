import { prisma } from "@/lib/db/prisma";

const A = "the secret of machine A, which is long enough";
const B = "the secret of machine B, which is long enough";

/** Starts a process with these secrets. @returns what it warned of */
async function start(secret: string, previous = ""): Promise<unknown[]> {
  process.env.AUTH_SECRET = secret;
  process.env.AUTH_SECRET_PREVIOUS = previous;
  jest.resetModules();
  const [{ storeSecretFingerprint }, { log }] = await Promise.all([
    import("@/lib/settings/secret-fingerprint"),
    import("@/lib/log"),
  ]);
  const warn = jest.spyOn(log, "warn").mockImplementation(() => undefined);
  await Promise.all([storeSecretFingerprint(), storeSecretFingerprint()]);
  return warn.mock.calls.flat();
}

const WARNING = expect.stringContaining("All machines need the same one");

beforeEach(() => prisma().setting.deleteMany());
afterEach(() => {
  process.env.AUTH_SECRET = "";
  process.env.AUTH_SECRET_PREVIOUS = "";
});

test("machines with one secret are not warned of", async () => {
  expect(await start(A)).toEqual([]);
  expect(await start(A)).toEqual([]);
});

test("a machine with another secret is warned of once by each start", async () => {
  await start(A);
  expect(await start(B)).toEqual([WARNING]);
  expect(await start(A)).toEqual([WARNING]);
  expect(await start(A)).toEqual([]);
});

test("a secret can be changed on one machine after another", async () => {
  await start(A);
  expect(await start(A, B)).toEqual([]);
  expect(await start(B, A)).toEqual([]);
  expect(await start(A, B)).toEqual([]);
  expect(await start(B, A)).toEqual([]);
  expect(await start(B)).toEqual([]);
});

test("what is stored has 32 bits", async () => {
  await start(A);
  expect(await prisma().setting.findMany({ select: { value: true } })).toEqual([
    { value: expect.stringMatching(/^[0-9a-f]{8}$/) },
  ]);
});
