import { hashPassword, isPasswordOf } from "@/lib/shares/password";

test("only the same password matches its hash, however its characters are composed", async () => {
  const hash = await hashPassword("Çürük 1234");
  expect(await isPasswordOf(hash, "Çürük 1234".normalize("NFD"))).toBe(true);
  expect(await isPasswordOf(hash, "çürük 1234")).toBe(false);
  expect(await isPasswordOf(hash, "")).toBe(false);
  expect(await hashPassword("Çürük 1234")).not.toBe(hash);
});

test.each(["", "scrypt", "scrypt$15$8$3$$", "bcrypt$15$8$3$AAAA$AAAA", "plain"])(
  "hash %p matches nothing",
  async (hash) => {
    expect(await isPasswordOf(hash, "plain")).toBe(false);
  },
);
