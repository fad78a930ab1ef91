import fc from "fast-check";
import { isReservedCode, RESERVED_CODES } from "@/lib/urls/reserved-codes";
import {
  bulkUrlsSchema,
  canonicalUrl,
  createUrlSchema,
  findUrlProblem,
  SHORT_CODE_CHARSET,
  SHORT_CODE_MAX_LENGTH,
  SHORT_CODE_RESERVED,
  SHORT_CODE_TOO_LONG,
  URL_HAS_CREDENTIALS,
  URL_INVALID,
  URL_MAX_LENGTH,
  URL_MIN_LENGTH,
  URL_REQUIRED,
  URL_TOO_LONG,
  updateUrlSchema,
} from "@/lib/urls/schema";

const GROUP_ID = "0190a0a0-0000-7000-8000-000000000000";

/** What the form shows under its first bad field, or undefined. */
function problem(result: ReturnType<typeof createUrlSchema.safeParse | typeof updateUrlSchema.safeParse>) {
  return result.success ? undefined : result.error.issues[0]?.message;
}

const create = (fields: object) => createUrlSchema.safeParse({ originalUrl: "https://example.com", ...fields });

/** A URL of exactly so many characters. */
const urlOfLength = (length: number) => "https://example.com/".padEnd(length, "a");

describe("a destination", () => {
  test("has the messages of spec section 5", () => {
    expect([URL_REQUIRED, URL_INVALID]).toEqual([
      "URL is required",
      "Please enter a valid URL (must start with http:// or https://)",
    ]);
    expect([URL_MIN_LENGTH, URL_MAX_LENGTH]).toEqual([8, 2048]);
  });

  test.each([
    ["http", "http://example.com"],
    ["https", "https://example.com/a/b?c=d&e=f#g"],
    ["a scheme in capitals", "HtTpS://example.com"],
    ["a hostname of three characters", "http://a.b"],
    ["a port", "https://example.com:8443/"],
    ["an IPv4 address", "http://192.0.2.1/"],
    ["2,048 characters", urlOfLength(2048)],
    ["an international host", "https://bücher.example/"],
    ["an international host as punycode", "https://xn--bcher-kva.example/"],
    ["a dot at the end of its host", "https://example.com./"],
    ["underscores in its host", "https://_dmarc.my_host.example/"],
    ["a label that begins and ends with hyphens", "https://-a-.example.com/"],
    ["a label of 63 characters", `https://${"a".repeat(63)}.example/`],
    ["a host of 253 characters", `https://${"a.".repeat(125)}com/`],
    ["an IPv4 address and a port", "http://192.0.2.1:8080/"],
    ["other scripts in the path", "https://example.com/日本語"],
    ["an @ and a colon behind the host", "https://example.com/@user:1"],
    ["signs that stay allowed", "https://example.com/a(b)*~!$&;=+:@%20"],
    ["spaces around it", "  https://example.com\t\n"],
  ])("may have %s", (_name, url) => {
    expect(problem(create({ originalUrl: url }))).toBeUndefined();
  });

  test.each([
    ["is missing", undefined, URL_REQUIRED],
    ["is null", null, URL_REQUIRED],
    ["is a number", 12345678, URL_REQUIRED],
    ["is empty", "", URL_REQUIRED],
    ["is only whitespace", " \t\n ", URL_REQUIRED],
    ["has 7 characters", "http://", URL_INVALID],
    ["has 8 characters and no dot", "http://a", URL_INVALID],
    ["has 2,049 characters", urlOfLength(2049), URL_TOO_LONG],
    ["has more than 2,048 characters once percent-encoded", `https://example.com/${"ü".repeat(500)}`, URL_TOO_LONG],
    ["has no scheme", "example.com/page", URL_INVALID],
    ["has one slash only", "https:/example.com", URL_INVALID],
    ["is an ftp address", "ftp://example.com", URL_INVALID],
    ["is a script", "javascript:alert(1)//x.y", URL_INVALID],
    ["hides http behind another scheme", "view-source:https://example.com", URL_INVALID],
    ["has a host without a dot", "https://localhost/a.b", URL_INVALID],
    ["has its dot in the query only", "https://localhost?a.b", URL_INVALID],
    ["has its dot in the fragment only", "https://localhost#a.b", URL_INVALID],
    ["has no host", "https:///a.b", URL_INVALID],
    ["has a hostname of two characters", "http://a./path", URL_INVALID],
    ["cannot be parsed", "https://example.com:99999", URL_INVALID],
    ["has a broken host", "https://exa%mple.com", URL_INVALID],
    ["has only dots for a host", "http://..../", URL_INVALID],
    ["has an empty label in its host", "http://a..b/", URL_INVALID],
    ["has an empty label at the beginning of its host", "http://.example.com/", URL_INVALID],
    ["has two dots at the end of its host", "http://example.com../", URL_INVALID],
    ["has full-width dots for empty labels", "http://a。。b/", URL_INVALID],
    ["has percent-encoded dots for empty labels", "http://a%2e%2eb/", URL_INVALID],
    ["has a label of 64 characters", `https://${"a".repeat(64)}.example/`, URL_INVALID],
    ["has a host of 255 characters", `https://${"a.".repeat(126)}com/`, URL_INVALID],
    ["has signs in its host that no host has", "http://*.example.com/", URL_INVALID],
    ["has signs in its host that no host has, as $", "http://exam$ple.com/", URL_INVALID],
    ["has a semicolon in its host", "http://example.com;a.b/", URL_INVALID],
    ["hides a comma in its host", "https://exa%2Cmple.com", URL_INVALID],
    ["hides a quote in its host", "https://exa%22mple.com", URL_INVALID],
    ["is an IPv6 address", "https://[2001:db8::1.2.3.4]/", URL_INVALID],
    ["has a user name", "https://user@example.com", URL_HAS_CREDENTIALS],
    ["has a user name and a password", "https://user:secret@example.com", URL_HAS_CREDENTIALS],
    ["has a password alone", "https://:secret@example.com", URL_HAS_CREDENTIALS],
  ])("is refused when it %s", (_name, url, message) => {
    expect(problem(create({ originalUrl: url }))).toBe(message);
  });

  const refused = [..."\\[]<>{}|^`\"',", " ", "\t", "\n", "\r", "\u00a0", "\u2003", "\u2028", "\ufeff"];
  const controls = ["\u0000", "\u0001", "\u001b", "\u007f", "\u0085", "\u009f"];
  test.each([...refused, ...controls].map((character) => [JSON.stringify(character), character]))(
    "is refused with %s in host, path, query or fragment",
    (_name, character) => {
      for (const url of ["exam@ple.com/", "example.com/a@b", "example.com/?a@b", "example.com/#a@b"]) {
        expect(findUrlProblem(`https://${url.replace("@", character)}`)).toBe(URL_INVALID);
      }
    },
  );

  test.each([
    ["HTTPS://EXAMPLE.COM/Path?Q=A#F", "https://example.com/Path?Q=A#F"],
    ["http://example.com", "http://example.com/"],
    [" https://example.com/ ", "https://example.com/"],
    ["https://example.com:443/", "https://example.com/"],
    ["https://Bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"],
    ["https://example.com/a/../b", "https://example.com/b"],
    ["http://0x7f.1/", "http://127.0.0.1/"],
  ])("%s is stored as %s", (typed, stored) => {
    expect(canonicalUrl(typed)).toBe(stored);
  });

  const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }), fc.webPath());
  const anyUrl = fc
    .tuple(
      fc.constantFrom("http://", "https://", "HTTP://", "hTTps://"),
      fc.oneof(fc.domain(), fc.ipV4Extended(), fc.webAuthority({ withPort: true }), text),
      fc.oneof(text, fc.constant("")),
      fc.oneof(fc.webQueryParameters(), text),
    )
    .map(([scheme, host, path, query]) => `${scheme}${host}/${path}?${query}`);

  test("that is accepted is stored as a http(s) URL with a lower-case host that is accepted again", () => {
    let accepted = 0;
    fc.assert(
      fc.property(anyUrl, (url) => {
        if (findUrlProblem(url) !== undefined) return;
        accepted += 1;
        const stored = canonicalUrl(url);
        const { protocol, hostname } = new URL(stored);
        expect(["http:", "https:"]).toContain(protocol);
        expect(hostname).toBe(hostname.toLowerCase());
        expect(hostname).toMatch(/^[\x21-\x7e]{3,}$/);
        expect(findUrlProblem(stored)).toBeUndefined();
        expect(canonicalUrl(stored)).toBe(stored);
      }),
      { numRuns: 2_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  test("whatever is typed gets an answer, never an exception", () => {
    fc.assert(fc.property(fc.oneof(text, anyUrl), (typed) => void create({ originalUrl: typed })));
  });
});

describe("a short code", () => {
  test.each([
    ["letters, digits, - and _", "Az09-_"],
    ["one character", "a"],
    ["64 characters", "a".repeat(64)],
    ["spaces around it", " launch "],
    ["a reserved word as a part", "api-v2"],
  ])("may have %s", (_name, shortCode) => {
    expect(create({ shortCode }).data?.shortCode).toBe(shortCode.trim());
  });

  test.each([
    ["empty", ""],
    ["whitespace", "  "],
    ["null", null],
    ["left out", undefined],
  ])("that is %s means that one is made", (_name, shortCode) => {
    const result = create({ shortCode });
    expect(result.success).toBe(true);
    expect(result.data?.shortCode ?? "").toBe("");
  });

  test.each([
    ["is a number", 7, SHORT_CODE_CHARSET],
    ["has 65 characters", "a".repeat(SHORT_CODE_MAX_LENGTH + 1), SHORT_CODE_TOO_LONG],
    ["is reserved", "api", SHORT_CODE_RESERVED],
    ["is reserved, in other case", "DashBoard", SHORT_CODE_RESERVED],
    ["is reserved, with spaces around it", " urls ", SHORT_CODE_RESERVED],
    ["is Next's own folder", "_next", SHORT_CODE_RESERVED],
  ])("is refused when it %s", (_name, shortCode, message) => {
    expect(problem(create({ shortCode }))).toBe(message);
  });

  test.each(
    [..."./?#%+~!@$&*() ", "ü", "а", "\n", "\u0000"].map((character) => [JSON.stringify(character), character]),
  )("is refused with %s in it", (_name, character) => {
    expect(problem(create({ shortCode: `a${character}b` }))).toBe(SHORT_CODE_CHARSET);
  });
});

describe("any text as a short code", () => {
  const letter = fc.constantFrom(..."abcXYZ019-_");
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 80 }),
    fc.string({ unit: "grapheme", maxLength: 80 }),
    fc.string({ unit: letter, maxLength: 80 }),
    fc.constantFrom(...RESERVED_CODES).map((code) => code.toUpperCase()),
  );

  test("is taken exactly when it has 1 to 64 letters, digits, - and _ and is not reserved, or is empty", () => {
    fc.assert(
      fc.property(text, (typed) => {
        const code = typed.trim();
        const isRight = code === "" || (/^[a-z0-9_-]{1,64}$/i.test(code) && !isReservedCode(code));
        expect(create({ shortCode: typed }).success).toBe(isRight);
      }),
    );
  });
});

describe("a list of ids", () => {
  test("of any kind is refused, or comes out as 1 to 500 texts of which no two are the same", () => {
    const ids = fc.oneof(fc.array(fc.oneof(fc.uuid(), fc.string(), fc.integer()), { maxLength: 510 }), fc.anything());
    fc.assert(
      fc.property(ids, (given) => {
        const { success, data } = bulkUrlsSchema.safeParse({ ids: given, action: "pause" });
        if (!success) return;
        expect(data.ids.length).toBeGreaterThanOrEqual(1);
        expect(data.ids.length).toBeLessThanOrEqual(500);
        expect(new Set(data.ids).size).toBe(data.ids.length);
      }),
    );
  });
});

describe("creating", () => {
  test("makes a QR code unless told not to, and stores no field that it does not know", () => {
    expect(create({ createdById: GROUP_ID, clickCount: 9 }).data).toEqual({
      originalUrl: "https://example.com",
      generateQR: true,
    });
    expect(create({ generateQR: false }).data?.generateQR).toBe(false);
  });

  test.each([
    ["a text for generateQR", { generateQR: "yes" }, "generateQR must be true or false"],
    ["a text that is no id for the group", { groupId: "none" }, "Invalid group"],
    ["a number for the group", { groupId: 7 }, "Invalid group"],
  ])("refuses %s", (_name, fields, message) => {
    expect(problem(create(fields))).toBe(message);
  });

  test.each([[GROUP_ID], [null], [undefined]])("takes %s for the group", (groupId) => {
    expect(create({ groupId }).data?.groupId).toBe(groupId);
  });
});

describe("updating", () => {
  test.each([
    ["nothing", {}],
    ["a status", { status: "paused" }],
    ["no group", { groupId: null }],
    ["everything", { originalUrl: "https://example.com/", status: "deleted", groupId: GROUP_ID }],
  ])("may change %s", (_name, fields) => {
    expect(updateUrlSchema.parse(fields)).toEqual(fields);
  });

  test.each([
    ["a status that there is not", { status: "locked" }, "Status must be active, paused or deleted"],
    ["a status that is no text", { status: 1 }, "Status must be active, paused or deleted"],
    ["an empty destination", { originalUrl: " " }, URL_REQUIRED],
    ["a bad destination", { originalUrl: "ftp://example.com" }, URL_INVALID],
    ["a bad group", { groupId: "" }, "Invalid group"],
  ])("refuses %s", (_name, fields, message) => {
    expect(problem(updateUrlSchema.safeParse(fields))).toBe(message);
  });

  test("never changes the short code", () => {
    expect(updateUrlSchema.parse({ shortCode: "other" })).toEqual({});
  });
});
