import { generateApiKey, isApiKey, lastFourOf, prefixOf } from "@/lib/api-keys/key";

test("a key is hop_, 30 random characters and 6 of checksum, another each time", () => {
  const keys = Array.from({ length: 1_000 }, generateApiKey);
  for (const key of keys) expect(key).toMatch(/^hop_[0-9A-Za-z]{36}$/);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter(isApiKey)).toHaveLength(keys.length);
});

test("the checksum is the same in every version: keys that were given out go on", () => {
  expect(isApiKey("hop_0123456789ABCDEFGHIJKLMNOPQRSTCHECKSUM")).toBe(false);
  expect(isApiKey(`hop_${"a".repeat(30)}${KNOWN_CHECKSUM}`)).toBe(true);
});

/** CRC-32 of thirty a's, in base 62. */
const KNOWN_CHECKSUM = "1yLcDB";

test("any one character changed makes it no key", () => {
  const key = generateApiKey();
  for (let place = 0; place < key.length; place++) {
    const other = key[place] === "x" ? "y" : "x";
    expect(isApiKey(`${key.slice(0, place)}${other}${key.slice(place + 1)}`)).toBe(false);
  }
});

test.each([
  ["nothing", () => ""],
  ["only the mark", () => "hop_"],
  ["a key cut off", () => generateApiKey().slice(0, -1)],
  ["a key with more behind it", () => `${generateApiKey()}x`],
  ["a key with a line break behind it", () => `${generateApiKey()}\n`],
  ["another product's key", () => generateApiKey().replace("hop_", "ghp_")],
  ["the mark in capitals", () => generateApiKey().replace("hop_", "HOP_")],
])("%s is no key", (_name, make) => {
  expect(isApiKey(make())).toBe(false);
});

test("what lists show is the beginning and the end", () => {
  const key = generateApiKey();
  expect([prefixOf(key), lastFourOf(key)]).toEqual([key.slice(0, 8), key.slice(36)]);
  expect(prefixOf(key)).toMatch(/^hop_/);
});
