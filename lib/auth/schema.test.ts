import { magicLinkSchema } from "@/lib/auth/schema";

const MESSAGE = "Please enter a valid email address";
/** An address of 254 characters with labels of at most 63. */
const longest = `${"a".repeat(64)}@${["b", "c", "d"].map((letter) => letter.repeat(61)).join(".")}.${"e".repeat(3)}`;

test.each([
  ["unchanged", "user@example.com", "user@example.com"],
  ["trimmed", "  user@example.com \n", "user@example.com"],
  ["in lower case", "User.Name+Tag@Example.COM", "user.name+tag@example.com"],
  ["up to 254 characters", longest, longest],
])("an address is accepted %s", (_name, email, parsed) => {
  expect(magicLinkSchema.parse({ email })).toEqual({ email: parsed });
});

test.each([
  ["undefined", undefined],
  ["null", null],
  ["a number", 7],
  ["a list", ["user@example.com"]],
  ["an empty string", ""],
  ["whitespace", "   "],
  ["an address without @", "user.example.com"],
  ["an address without a local part", "@example.com"],
  ["an address without a domain", "user@"],
  ["two addresses", "user@example.com,thief@example.com"],
  ["two @ signs", "user@example.com@example.com"],
  ["a name and an address", "User <user@example.com>"],
  ["a quoted local part", '"thief@example.com"@example.com'],
  ["a line break", "user@example.com\nBcc: thief@example.com"],
  ["a fullwidth @", "user＠example.com"],
  ["a NUL", "user\u0000@example.com"],
  ["255 characters", `a${longest}`],
])("%s is rejected", (_name, email) => {
  const result = magicLinkSchema.safeParse({ email });
  expect(result.error?.issues.map(({ message }) => message)).toEqual([MESSAGE]);
});
