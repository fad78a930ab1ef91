import { magicLinkSchema } from "@/lib/auth/schema";

const MESSAGE = "Please enter a valid email address";
/** An address of 254 characters with labels of at most 63. */
const longest = `${"a".repeat(64)}@${["b", "c", "d"].map((letter) => letter.repeat(61)).join(".")}.${"e".repeat(3)}`;

test.each([
  ["unchanged", "user@example.com", "user@example.com"],
  ["trimmed", "  user@example.com \n", "user@example.com"],
  ["in lower case", "User.Name+Tag@Example.COM", "user.name+tag@example.com"],
  ["up to 254 characters", longest, longest],
  ["with &", "r&d@example.com", "r&d@example.com"],
  ["with /", "ann/ops@example.com", "ann/ops@example.com"],
  ["with =", "a=b@example.com", "a=b@example.com"],
  ["with an apostrophe", "o'neil@example.com", "o'neil@example.com"],
  ["with a top-level domain in Punycode", "ann@xn--80a1acny.xn--p1ai", "ann@xn--80a1acny.xn--p1ai"],
  ["with a domain in another script, as Punycode", "Ann@Почта.рф", "ann@xn--80a1acny.xn--p1ai"],
  ["with an umlaut in the domain, as Punycode", "ann@Bücher.example", "ann@xn--bcher-kva.example"],
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
  ["two addresses with a semicolon", "user@example.com;thief@example.com"],
  ["two addresses with a space", "user@example.com thief@example.com"],
  ["two addresses with a line separator", "user@example.com\u2028thief@example.com"],
  ["a group of addresses", "thief@example.com:user@example.com;"],
  ["an address in a comment", "user@example.com(thief@example.com)"],
  ["an angle bracket", "user@example.com>"],
  ["two angle brackets", "user@example.com><thief@example.com"],
  ["a tab", "user\t@example.com"],
  ["a Kelvin sign", "\u212auser@example.com"],
  ["an address literal", "root@[127.0.0.1]"],
  ["an empty quoted pair", '"user@example.com,"thief@example.com'],
  ["two @ signs", "user@example.com@example.com"],
  ["a name and an address", "User <user@example.com>"],
  ["a quoted local part", '"thief@example.com"@example.com'],
  ["a line break", "user@example.com\nBcc: thief@example.com"],
  ["a fullwidth @", "user＠example.com"],
  ["a local part in another script", "анна@example.com"],
  ["a Cyrillic letter in the local part", "аnn@bücher.example"],
  ["a domain without a dot", "ann@example"],
  ["an IP address", "ann@192.0.2.7"],
  ["an IP address in fullwidth digits", "ann@１９２.0.2.7"],
  ["a path", "ann@bücher.example/path"],
  ["a port", "ann@bücher.example:25"],
  ["a domain with an underscore", "ann@a_b.example"],
  ["a label that ends with a hyphen", "ann@a-.example"],
  ["an ideographic full stop", "ann@bücher。example"],
  ["dots in a row", "a..b@example.com"],
  ["a dot at the start", ".ann@example.com"],
  [
    "a domain too long as Punycode",
    `${"a".repeat(64)}@${"ü".repeat(30)}.${Array(5).fill("ü".repeat(29)).join(".")}.example`,
  ],
  ["a lone surrogate", "ann@b\ud800.example"],
  ["a NUL", "user\u0000@example.com"],
  ["255 characters", `a${longest}`],
])("%s is rejected", (_name, email) => {
  const result = magicLinkSchema.safeParse({ email });
  expect(result.error?.issues.map(({ message }) => message)).toEqual([MESSAGE]);
});
