import type { seal, unseal } from "@/lib/settings/secret-box";

const SECRET = "the secret of this installation, long enough";

/** Imports the module with this secret. */
async function withSecret(secret: string): Promise<{ seal: typeof seal; unseal: typeof unseal }> {
  process.env.AUTH_SECRET = secret;
  jest.resetModules();
  return import("@/lib/settings/secret-box");
}

afterAll(() => {
  delete process.env.AUTH_SECRET;
});

test.each(["", "hunter2", "päss wörd ☃", "x".repeat(10_000)])("%j survives a round trip", async (plain) => {
  const box = await withSecret(SECRET);
  expect(box.unseal(box.seal(plain))).toBe(plain);
});

test("the ciphertext hides the plain text and differs each time", async () => {
  const box = await withSecret(SECRET);
  const sealed = [box.seal("hunter2"), box.seal("hunter2")];
  expect(sealed[0]).not.toBe(sealed[1]);
  for (const text of sealed) {
    expect(Buffer.from(text.slice(3), "base64url").toString("latin1")).not.toContain("hunter2");
  }
});

test("another secret cannot decrypt it", async () => {
  const sealed = (await withSecret(SECRET)).seal("hunter2");
  expect((await withSecret(SECRET.toUpperCase())).unseal(sealed)).toBeUndefined();
  expect((await withSecret(SECRET)).unseal(sealed)).toBe("hunter2");
});

test("changing any byte invalidates it", async () => {
  const box = await withSecret(SECRET);
  const bytes = Buffer.from(box.seal("hunter2").slice(3), "base64url");
  for (let i = 0; i < bytes.length; i++) {
    const altered = Buffer.from(bytes);
    altered[i] = (altered[i] ?? 0) ^ 1;
    expect(box.unseal(`v1.${altered.toString("base64url")}`)).toBeUndefined();
  }
});

test.each(["", "hunter2", "v1", "v1.", "v1.AAAA", "v2.AAAA", "v1.****"])("%j is not valid ciphertext", async (text) => {
  expect((await withSecret(SECRET)).unseal(text)).toBeUndefined();
});
