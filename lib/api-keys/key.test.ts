import { generateApiKey, isApiKey, lastFourOf, prefixOf } from "@/lib/api-keys/key";

test("a key is hop_, 30 random characters and a checksum of 6, and unique", () => {
  const keys = Array.from({ length: 1_000 }, generateApiKey);
  for (const key of keys) expect(key).toMatch(/^hop_[0-9A-Za-z]{36}$/);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter(isApiKey)).toHaveLength(keys.length);
});

test("every letter of the alphabet occurs in keys", () => {
  const random = Array.from({ length: 1_000 }, () => generateApiKey().slice(4, 34)).join("");
  expect(new Set(random).size).toBe(62);
});

test("the checksum algorithm never changes, so issued keys stay valid", () => {
  expect(isApiKey("hop_0123456789ABCDEFGHIJKLMNOPQRST4PMbyp")).toBe(true);
  expect(isApiKey("hop_0123456789ABCDEFGHIJKLMNOPQRSTCHECKS")).toBe(false);
  expect(isApiKey(`hop_${"a".repeat(30)}${KNOWN_CHECKSUM}`)).toBe(true);
});

/** CRC-32 of thirty a's, in base 62. */
const KNOWN_CHECKSUM = "1yLcDB";

test("changing any character invalidates a key", () => {
  const key = generateApiKey();
  for (let index = 0; index < key.length; index++) {
    const other = key[index] === "x" ? "y" : "x";
    expect(isApiKey(`${key.slice(0, index)}${other}${key.slice(index + 1)}`)).toBe(false);
  }
});

test.each([
  ["nothing", () => ""],
  ["only the prefix", () => "hop_"],
  ["a truncated key", () => generateApiKey().slice(0, -1)],
  ["a key with an extra character", () => `${generateApiKey()}x`],
  ["a key with a trailing line break", () => `${generateApiKey()}\n`],
  ["another product's key", () => generateApiKey().replace("hop_", "ghp_")],
  ["an uppercase prefix", () => generateApiKey().replace("hop_", "HOP_")],
])("rejects %s", (_name, make) => {
  expect(isApiKey(make())).toBe(false);
});

test("lists show the first and last characters", () => {
  const key = generateApiKey();
  expect([prefixOf(key), lastFourOf(key)]).toEqual([key.slice(0, 8), key.slice(36)]);
  expect(prefixOf(key)).toMatch(/^hop_/);
});
