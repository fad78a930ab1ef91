import fc from "fast-check";
import { trimPasted } from "@/lib/trim-pasted";
import { isReservedCode, RESERVED_CODES } from "@/lib/urls/reserved-codes";
import {
  bulkUrlsSchema,
  canonicalUrl,
  characterForbidden,
  createUrlSchema,
  findUrlProblem,
  GROUP_INVALID,
  HOST_INVALID,
  HOST_MISSING,
  HOST_TOO_SHORT,
  HOST_WITHOUT_DOT,
  OWN_HOST_FORBIDDEN,
  SHORT_CODE_CHARSET,
  SHORT_CODE_NOT_TEXT,
  SHORT_CODE_RESERVED,
  SHORT_CODE_TOO_LONG,
  URL_HAS_CREDENTIALS,
  URL_INVALID,
  URL_MAX_LENGTH,
  URL_MIN_LENGTH,
  URL_NOT_TEXT,
  URL_PORT_INVALID,
  URL_REQUIRED,
  URL_TOO_LONG,
  URL_TOO_LONG_ENCODED,
  updateUrlSchema,
  withHttps,
} from "@/lib/urls/schema";
import { SHORT_CODE_MAX_LENGTH } from "@/lib/urls/types";

const GROUP_ID = "0190a0a0-0000-7000-8000-000000000000";

/** The first message, or undefined if valid. */
function problem(result: ReturnType<typeof createUrlSchema.safeParse | typeof updateUrlSchema.safeParse>) {
  return result.success ? undefined : result.error.issues[0]?.message;
}

const create = (fields: object) => createUrlSchema.safeParse({ originalUrl: "https://example.com", ...fields });

/** A URL of exactly this length. */
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
    ["an uppercase scheme", "HtTpS://example.com"],
    ["a hostname of three characters", "http://a.b"],
    ["a port", "https://example.com:8443/"],
    ["the highest port", "https://example.com:65535/"],
    ["an empty port", "https://example.com:/"],
    ["an IPv4 address", "http://192.0.2.1/"],
    ["2,048 characters", urlOfLength(2048)],
    ["an international host", "https://bücher.example/"],
    ["an international host as punycode", "https://xn--bcher-kva.example/"],
    ["an ideographic full stop as the dot of its host", "https://例え。テスト/"],
    ["a full-width dot in its host", "https://example．com/"],
    ["a half-width ideographic full stop in its host", "https://example｡com/"],
    ["a trailing dot in its host", "https://example.com./"],
    ["underscores in its host", "https://_dmarc.my_host.example/"],
    ["a label that starts and ends with hyphens", "https://-a-.example.com/"],
    ["a label of 63 characters", `https://${"a".repeat(63)}.example/`],
    ["a host of 253 characters", `https://${"a.".repeat(125)}com/`],
    ["an IPv4 address and a port", "http://192.0.2.1:8080/"],
    ["other scripts in the path", "https://example.com/日本語"],
    ["an @ and a colon in the path", "https://example.com/@user:1"],
    ["other allowed characters", "https://example.com/a(b)*~!$&;=+:@%20"],
    ["surrounding spaces", "  https://example.com\t\n"],
  ])("may have %s", (_name, url) => {
    expect(problem(create({ originalUrl: url }))).toBeUndefined();
  });

  test.each([
    ["is missing", undefined, URL_REQUIRED],
    ["is null", null, URL_REQUIRED],
    ["is a number", 12345678, URL_NOT_TEXT],
    ["is empty", "", URL_REQUIRED],
    ["is only whitespace", " \t\n ", URL_REQUIRED],
    ["is only http://", "http://", HOST_MISSING],
    ["is only https:// and a space", "HTTPS:// ", HOST_MISSING],
    ["has no host before its path", "https:///a.b", HOST_MISSING],
    ["has no host before its query", "https://?a.b", HOST_MISSING],
    ["has no host before its port", "https://:8443/a.b", HOST_MISSING],
    ["has no host after its username", "https://a.b@/", HOST_MISSING],
    ["is only a scheme", "https:", URL_INVALID],
    ["has 8 characters and no dot", "http://a", HOST_WITHOUT_DOT],
    ["has 2,049 characters", urlOfLength(2049), URL_TOO_LONG],
    ["exceeds 2,048 characters when percent-encoded", `https://example.com/${"ü".repeat(500)}`, URL_TOO_LONG_ENCODED],
    ["has no scheme", "example.com/page", URL_INVALID],
    ["has only one slash", "https:/example.com", URL_INVALID],
    ["is an ftp address", "ftp://example.com", URL_INVALID],
    ["is a javascript: URL", "javascript:alert(1)//x.y", URL_INVALID],
    ["hides http behind another scheme", "view-source:https://example.com", URL_INVALID],
    ["has a host without a dot", "https://localhost/a.b", HOST_WITHOUT_DOT],
    ["has an IPv4 address as a number", "http://2130706433/", HOST_WITHOUT_DOT],
    ["has a dot only in the query", "https://localhost?a.b", HOST_WITHOUT_DOT],
    ["has a dot only in the fragment", "https://localhost#a.b", HOST_WITHOUT_DOT],
    ["has a hostname of two characters", "http://a./path", HOST_TOO_SHORT],
    ["has a port above 65,535", "https://example.com:65536", URL_PORT_INVALID],
    ["has a port that is not a number", "https://example.com:a/", URL_PORT_INVALID],
    ["has two ports", "https://example.com:1:2", URL_PORT_INVALID],
    ["has an invalid host and a valid port", "http://192.0.2.999:8080/", HOST_INVALID],
    ["has a host without a dot and an invalid port", "https://a.b@localhost:x", HOST_WITHOUT_DOT],
    ["has an invalid host", "https://exa%mple.com", HOST_INVALID],
    ["has a host of only dots", "http://..../", HOST_INVALID],
    ["has an empty label in its host", "http://a..b/", HOST_INVALID],
    ["has a leading empty label in its host", "http://.example.com/", HOST_INVALID],
    ["has two dots at the end of its host", "http://example.com../", HOST_INVALID],
    ["has full-width dots for empty labels", "http://a。。b/", HOST_INVALID],
    ["has percent-encoded dots for empty labels", "http://a%2e%2eb/", HOST_WITHOUT_DOT],
    ["has a label of 64 characters", `https://${"a".repeat(64)}.example/`, HOST_INVALID],
    ["has a host of 255 characters", `https://${"a.".repeat(126)}com/`, HOST_INVALID],
    ["has an asterisk in its host", "http://*.example.com/", HOST_INVALID],
    ["has a dollar sign in its host", "http://exam$ple.com/", HOST_INVALID],
    ["has a semicolon in its host", "http://example.com;a.b/", HOST_INVALID],
    ["hides a comma in its host", "https://exa%2Cmple.com", characterForbidden(",")],
    ["hides a quote in its host", "https://exa%22mple.com", characterForbidden('"')],
    ["is an IPv6 address", "https://[2001:db8::1.2.3.4]/", characterForbidden("[")],
    ["has a username", "https://user@example.com", URL_HAS_CREDENTIALS],
    ["has a username and a password", "https://user:secret@example.com", URL_HAS_CREDENTIALS],
    ["has only a password", "https://:secret@example.com", URL_HAS_CREDENTIALS],
  ])("is rejected if it %s", (_name, url, message) => {
    expect(problem(create({ originalUrl: url }))).toBe(message);
  });

  const forbidden = [..."\\[]<>{}|^`\"',", " ", "\t", "\n", "\r", "\u00a0", "\u2003", "\u2028", "\ufeff"];
  const controls = ["\ud800", "\udc00", "\u0000", "\u0001", "\u001b", "\u007f", "\u0085", "\u009f"];
  test.each([...forbidden, ...controls].map((character) => [JSON.stringify(character), character]))(
    "is rejected with %s in host, path, query or fragment",
    (_name, character) => {
      for (const url of ["exam@ple.com/", "example.com/a@b", "example.com/?a@b", "example.com/#a@b"]) {
        expect(findUrlProblem(`https://${url.replace("@", character)}`)).toBe(characterForbidden(character));
      }
    },
  );

  test.each([
    ["a zero-width space", "/a\u200bb", "\u200b"],
    ["a word joiner in its query", "/?a\u2060=b", "\u2060"],
    ["a soft hyphen", "/Donau\u00addampf", "\u00ad"],
    ["a right-to-left override in its fragment", "/#\u202egnp.exe", "\u202e"],
    ["a joiner between Latin letters", "/a\u200db", "\u200d"],
    ["a variation selector after a letter", "/a\ufe0f", "\ufe0f"],
    ["a tag", "/a\u{e0061}b", "\u{e0061}"],
  ])("is rejected with %s", (_name, rest, character) => {
    expect(problem(create({ originalUrl: `https://example.com${rest}` }))).toBe(characterForbidden(character));
  });

  test.each([
    ["an emoji with a variation selector at its end", "/❤\ufe0f", "/%E2%9D%A4%EF%B8%8F"],
    ["an emoji of several", "/👩\u200d💻.html", "/%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB.html"],
    ["a non-joiner between Persian letters", "/می\u200cخواهم", "/%D9%85%DB%8C%E2%80%8C%D8%AE%D9%88%D8%A7%D9%87%D9%85"],
    ["percent-encoded invisible characters", "/a%E2%80%8Bb%e2%80%ae", "/a%E2%80%8Bb%e2%80%ae"],
    ["invisible characters around it", "\u200b\u202c", "/"],
  ])("may have %s", (_name, rest, stored) => {
    const { data } = create({ originalUrl: `\u202ahttps://example.com${rest}` });
    expect(canonicalUrl(data?.originalUrl ?? "")).toBe(`https://example.com${stored}`);
  });

  test.each([
    [" ", "spaces are not allowed"],
    ["\u00ad", "the invisible character U+00AD is not allowed"],
    ["\u{e0061}", "the invisible character U+E0061 is not allowed"],
    ["\u2003", "spaces are not allowed"],
    ["\n", "line breaks are not allowed"],
    ["\u0000", "control characters are not allowed"],
    ["\ud800", "unpaired surrogates are not allowed"],
    ["<", "the character “<” is not allowed"],
  ])("with %j, the message of the specification is followed by: %s", (character, reason) => {
    expect(characterForbidden(character)).toBe(`${URL_INVALID}: ${reason}`);
  });

  test.each([
    [URL_TOO_LONG, "it must have at most 2,048 characters"],
    [URL_TOO_LONG_ENCODED, "it must have at most 2,048 characters when percent-encoded"],
    [HOST_MISSING, "the host is missing"],
    [URL_PORT_INVALID, "the port must be a number up to 65,535"],
    [HOST_WITHOUT_DOT, "the host needs a dot, as in example.com"],
    [HOST_TOO_SHORT, "the host needs at least 3 characters"],
    [HOST_INVALID, "the host is not a valid name"],
    [URL_HAS_CREDENTIALS, "a username or password is not allowed"],
    [OWN_HOST_FORBIDDEN, "it must not point to the short domain itself"],
  ])("%j is the message of the specification, followed by the reason", (message, reason) => {
    expect(message).toBe(`${URL_INVALID}: ${reason}`);
  });

  test.each([
    ["example.com/x", "https://example.com/x"],
    [" www.example.com:8443?a=b ", "https://www.example.com:8443?a=b"],
    ["//example.com/", "https://example.com/"],
    ["localhost/x", null],
    ["hello", null],
    ["two words.com", null],
    ["ftp://example.com", null],
    ["https://example.com,", null],
    ["javascript:alert(1)//x.y", null],
    ["mailto:ann@example.com", null],
    ["", null],
  ])("%j without a scheme stands for %s", (typed, url) => {
    expect(withHttps(typed)).toBe(url);
  });

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

  test("that is valid has a valid stored form with http(s) and a lowercase host", () => {
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

  test("never throws, whatever the input", () => {
    fc.assert(fc.property(fc.oneof(text, anyUrl), (typed) => void create({ originalUrl: typed })));
  });
});

describe("a short code", () => {
  test.each([
    ["letters, digits, - and _", "Az09-_"],
    ["one character", "a"],
    ["64 characters", "a".repeat(64)],
    ["surrounding spaces", " launch "],
    ["a reserved word as part of it", "api-v2"],
  ])("may have %s", (_name, shortCode) => {
    expect(create({ shortCode }).data?.shortCode).toBe(shortCode.trim());
  });

  test.each([
    ["empty", ""],
    ["whitespace", "  "],
    ["null", null],
    ["omitted", undefined],
  ])("that is %s means that one is generated", (_name, shortCode) => {
    const result = create({ shortCode });
    expect(result.success).toBe(true);
    expect(result.data?.shortCode ?? "").toBe("");
  });

  test.each([
    ["is a number", 7, SHORT_CODE_NOT_TEXT],
    ["has 65 characters", "a".repeat(SHORT_CODE_MAX_LENGTH + 1), SHORT_CODE_TOO_LONG],
    ["is reserved", "api", SHORT_CODE_RESERVED],
    ["is reserved, in another case", "DashBoard", SHORT_CODE_RESERVED],
    ["is reserved, with surrounding spaces", " urls ", SHORT_CODE_RESERVED],
    ["is Next's folder", "_next", SHORT_CODE_RESERVED],
  ])("is rejected if it %s", (_name, shortCode, message) => {
    expect(problem(create({ shortCode }))).toBe(message);
  });

  test.each(
    [..."./?#%+~!@$&*() ", "ü", "а", "\n", "\u0000"].map((character) => [JSON.stringify(character), character]),
  )("is rejected with %s in it", (_name, character) => {
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

  test("is accepted if and only if it is empty, or unreserved and 1 to 64 letters, digits, - and _", () => {
    fc.assert(
      fc.property(text, (typed) => {
        const code = trimPasted(typed);
        const isValid = code === "" || (/^[a-z0-9_-]{1,64}$/i.test(code) && !isReservedCode(code));
        expect(create({ shortCode: typed }).success).toBe(isValid);
      }),
    );
  });
});

describe("a list of ids", () => {
  test("is rejected or becomes 1 to 500 distinct strings, whatever the input", () => {
    const ids = fc.oneof(fc.array(fc.oneof(fc.uuid(), fc.string(), fc.integer()), { maxLength: 510 }), fc.anything());
    fc.assert(
      fc.property(ids, (value) => {
        const { success, data } = bulkUrlsSchema.safeParse({ ids: value, action: "pause" });
        if (!success) return;
        expect(data.ids.length).toBeGreaterThanOrEqual(1);
        expect(data.ids.length).toBeLessThanOrEqual(500);
        expect(new Set(data.ids).size).toBe(data.ids.length);
      }),
    );
  });
});

describe("creating", () => {
  test("generates a QR code by default and drops unknown fields", () => {
    expect(create({ createdById: GROUP_ID, clickCount: 9 }).data).toEqual({
      originalUrl: "https://example.com",
      generateQR: true,
    });
    expect(create({ generateQR: false }).data?.generateQR).toBe(false);
  });

  test.each([
    ["a string for generateQR", { generateQR: "yes" }, "`generateQR` must be true or false."],
    ["a string that is not an id for the group", { groupId: "none" }, GROUP_INVALID],
    ["a number for the group", { groupId: 7 }, GROUP_INVALID],
  ])("rejects %s", (_name, fields, message) => {
    expect(problem(create(fields))).toBe(message);
  });

  test.each([[GROUP_ID], [null], [undefined]])("accepts %s for the group", (groupId) => {
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
    ["an unknown status", { status: "locked" }, "Status must be active, paused or deleted"],
    ["a status that is not a string", { status: 1 }, "Status must be active, paused or deleted"],
    ["an empty destination", { originalUrl: " " }, URL_REQUIRED],
    ["an invalid destination", { originalUrl: "ftp://example.com" }, URL_INVALID],
    ["an invalid group", { groupId: "" }, GROUP_INVALID],
  ])("rejects %s", (_name, fields, message) => {
    expect(problem(updateUrlSchema.safeParse(fields))).toBe(message);
  });

  test("never changes the short code", () => {
    expect(updateUrlSchema.parse({ shortCode: "other" })).toEqual({});
  });
});
