import fc from "fast-check";
import {
  BASE_URL_INVALID,
  BASE_URL_TOO_LONG,
  CREDENTIAL_CHARSET,
  CREDENTIAL_TOO_LONG,
  HOST_INVALID,
  PORT_INVALID,
  SETTING_DUPLICATE,
  SETTING_EMAIL_INVALID,
  SETTING_NOT_TEXT,
  SETTING_UNKNOWN,
  SETTINGS_NOT_A_LIST,
  SWITCH_INVALID,
  settingsFormSchema,
  updateSettingsSchema,
} from "@/lib/settings/schema";
import { MASKED_PASSWORD, SETTING_KEYS, type SettingKey } from "@/lib/settings/types";

/** The stored form of a value, or why it is rejected. */
function normalise(key: SettingKey, value: string | null): string | null | undefined {
  const { data, error } = settingsFormSchema.shape[key].safeParse(value);
  return error ? `rejected: ${error.issues[0]?.message}` : data;
}

test.each([
  ["https://hop.example", "https://hop.example"],
  ["  https://hop.example///  ", "https://hop.example"],
  ["hop.example", "https://hop.example"],
  ["localhost:3000", "https://localhost:3000"],
  ["http://localhost:3000/", "http://localhost:3000"],
  ["HTTPS://Hop.Example:443/", "https://hop.example"],
  ["http://hop.example:80", "http://hop.example"],
  ["https://bücher.example", "https://xn--bcher-kva.example"],
  ["http://[2001:DB8::1]:8080", "http://[2001:db8::1]:8080"],
  ["http://10.0.0.1", "http://10.0.0.1"],
  ["", ""],
  ["   ", ""],
])("the base URL %j is stored as %j", (typed, stored) => {
  expect(normalise("base_url", typed)).toBe(stored);
});

test.each([
  "https://",
  "http:hop.example",
  "https:/hop.example",
  "ftp://hop.example",
  "javascript:alert(1)",
  "javascript://hop.example/%0aalert(1)",
  "data:text/html,x",
  "https://hop example",
  "https://hop.example\r\nBcc: x@evil.example",
  "https://hop.\nexample",
  "https:\\\\hop.example",
  "https://hop.example\\@evil.example",
  "https://a,b.example",
  "https://a'b.example",
  "https://hop.example:99999",
  "https://hop..example",
  "https://-hop.example",
  "not a url",
])("the base URL %j is rejected", (typed) => {
  expect(normalise("base_url", typed)).toBe(`rejected: ${BASE_URL_INVALID}`);
});

test.each([
  ["https://hop.example/links/", "a path is not allowed"],
  ["hop.example/links", "a path is not allowed"],
  ["https://hop.example?x=1", "a query is not allowed"],
  ["https://hop.example/?", "a query is not allowed"],
  ["https://hop.example/#", "a fragment is not allowed"],
  ["https://hop.example#top", "a fragment is not allowed"],
  ["https://user:password@hop.example", "a user name or password is not allowed"],
  ["https://user@hop.example", "a user name or password is not allowed"],
])("the base URL %j is rejected: %s", (typed, reason) => {
  expect(normalise("base_url", typed)).toBe(`rejected: ${BASE_URL_INVALID}: ${reason}`);
});

test("a base URL has at most 255 characters", () => {
  const host = (length: number) => `${"a.".repeat(100)}${"a".repeat(length - 200)}`;
  expect(normalise("base_url", `https://${host(247)}`)).toHaveLength(255);
  expect(normalise("base_url", `https://${host(248)}`)).toBe(`rejected: ${BASE_URL_TOO_LONG}`);
});

test.each<[SettingKey, string, string]>([
  ["smtp_host", " Mail.Example ", "mail.example"],
  ["smtp_host", "mail", "mail"],
  ["smtp_host", "localhost", "localhost"],
  ["smtp_host", "10.0.0.5", "10.0.0.5"],
  ["smtp_host", "::1", "::1"],
  ["smtp_host", "[2001:DB8::1]", "2001:db8::1"],
  ["smtp_host", "bücher.example", "xn--bcher-kva.example"],
  ["smtp_port", " 0587 ", "587"],
  ["smtp_port", "65535", "65535"],
  ["smtp_user", " hop@mail.example ", "hop@mail.example"],
  ["smtp_password", " with spaces ", " with spaces "],
  ["smtp_password", "pässword ☃", "pässword ☃"],
  ["smtp_password", MASKED_PASSWORD, MASKED_PASSWORD],
  ["smtp_from_email", " Hop@Hop.Example ", "hop@hop.example"],
  ["smtp_bcc_email", "", ""],
  ["public_qr", "on", "on"],
  ["public_qr", "off", "off"],
])("%s %j is stored as %j", (key, typed, stored) => {
  expect(normalise(key, typed)).toBe(stored);
});

test.each<[SettingKey, string, string]>([
  ["public_qr", "yes", SWITCH_INVALID],
  ["public_qr", "ON", SWITCH_INVALID],
  ["smtp_host", "mail.example:25", HOST_INVALID],
  ["smtp_host", "smtp://mail.example", HOST_INVALID],
  ["smtp_host", "mail.example/path", HOST_INVALID],
  ["smtp_host", "user@mail.example", HOST_INVALID],
  ["smtp_host", "mail example", HOST_INVALID],
  ["smtp_host", "mail.example\r\nQUIT", HOST_INVALID],
  ["smtp_host", "mail..example", HOST_INVALID],
  ["smtp_host", "::zz", HOST_INVALID],
  ["smtp_host", "a".repeat(254), HOST_INVALID],
  ["smtp_port", "0", PORT_INVALID],
  ["smtp_port", "65536", PORT_INVALID],
  ["smtp_port", "-25", PORT_INVALID],
  ["smtp_port", "25.0", PORT_INVALID],
  ["smtp_port", "1e3", PORT_INVALID],
  ["smtp_port", "smtp", PORT_INVALID],
  ["smtp_user", "hop\r\nQUIT", CREDENTIAL_CHARSET],
  ["smtp_password", "hop\u0007", CREDENTIAL_CHARSET],
  ["smtp_password", "x".repeat(256), CREDENTIAL_TOO_LONG],
])("%s %j is rejected: %s", (key, typed, message) => {
  expect(normalise(key, typed)).toBe(`rejected: ${message}`);
});

/** Several addresses in one, and lookalikes. */
const ADDRESS_TRICKS = [
  "hop",
  "hop@",
  "a@hop.example,b@evil.example",
  "a@hop.example b@evil.example",
  "a@hop.example;b@evil.example",
  "a@hop.example\r\nBcc: b@evil.example",
  "a@hop.example\nRCPT TO:<b@evil.example>",
  "a@hop.example>,<b@evil.example",
  "<a@hop.example>",
  "Hop <a@hop.example>",
  '"a,b"@hop.example',
  "a(comment)@hop.example",
  "a@hop\u202e.example",
  "a\u200b@hop.example",
  "а@hop.example",
  "a＠hop.example",
  "a@hop。example",
  "a@ho\u0000p.example",
  "a@b@hop.example",
];

test.each(ADDRESS_TRICKS)("%j is rejected as sender and Bcc", (typed) => {
  expect(normalise("smtp_from_email", typed)).toBe(`rejected: ${SETTING_EMAIL_INVALID}`);
  expect(normalise("smtp_bcc_email", typed)).toBe(`rejected: ${SETTING_EMAIL_INVALID}`);
});

describe("a list of settings", () => {
  const parse = (settings: unknown) => {
    const { data, error } = updateSettingsSchema.safeParse({ settings });
    return error ? error.issues.map(({ message, path }) => [path.join("."), message]) : data;
  };

  test("becomes a set of changes: empty values and the masked password are skipped, null removes", () => {
    expect(
      parse([
        { key: "base_url", value: "hop.example/" },
        { key: "smtp_host", value: "" },
        { key: "smtp_port", value: 2525 },
        { key: "smtp_user", value: null },
        { key: "smtp_password", value: MASKED_PASSWORD },
        { key: "smtp_bcc_email", value: "  " },
      ]),
    ).toEqual({ base_url: "https://hop.example", smtp_port: "2525", smtp_user: null });
    expect(parse([])).toEqual({});
  });

  test.each([
    [undefined, [["settings", SETTINGS_NOT_A_LIST]]],
    [{ base_url: "x" }, [["settings", SETTINGS_NOT_A_LIST]]],
    [[{ key: "smtp_pasword", value: "x" }], [["settings.0.key", SETTING_UNKNOWN]]],
    [[{ key: "__proto__", value: "x" }], [["settings.0.key", SETTING_UNKNOWN]]],
    [[{ key: "base_url" }], [["settings.0.value", SETTING_NOT_TEXT]]],
    [[{ key: "base_url", value: true }], [["settings.0.value", SETTING_NOT_TEXT]]],
    [[{ key: "base_url", value: "no url" }], [["base_url", BASE_URL_INVALID]]],
    [
      [
        { key: "smtp_port", value: "1" },
        { key: "smtp_port", value: "2" },
      ],
      [["smtp_port", SETTING_DUPLICATE]],
    ],
  ])("%j is rejected, naming the setting", (settings, problems) => {
    expect(parse(settings)).toEqual(problems);
  });
});

describe("arbitrary input", () => {
  const typed = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.domain(),
    fc.ipV6(),
    fc.emailAddress(),
    fc.nat().map(String),
    fc.stringMatching(/^[ a-zA-Z0-9.:/@?#%\\[\]<>,"'_-]{0,40}$/),
  );

  test.each(SETTING_KEYS)("%s is rejected or normalised idempotently", (key) => {
    fc.assert(
      fc.property(typed, (text) => {
        const { data } = settingsFormSchema.shape[key].safeParse(text);
        if (data === undefined) return;
        expect(normalise(key, data)).toBe(data);
        expect(data).not.toMatch(/\p{Cc}/u);
      }),
      { numRuns: 2_000 },
    );
  });

  test("a short code can be appended to any accepted base URL", () => {
    fc.assert(
      fc.property(typed, (text) => {
        const { data } = settingsFormSchema.shape.base_url.safeParse(text);
        if (!data) return;
        const link = new URL(`${data}/code`);
        expect(link.href).toBe(`${data}/code`);
        expect(link.pathname).toMatch(/\/code$/);
        expect(data).toMatch(/^https?:\/\/[^/]+/);
        expect([link.username, link.password, link.search, link.hash]).toEqual(["", "", "", ""]);
      }),
      { numRuns: 5_000 },
    );
  });

  test("an arbitrary list is rejected or sets known settings to non-empty values", () => {
    const key = fc.oneof(fc.constantFrom<string>(...SETTING_KEYS), fc.string());
    const entry = fc.oneof(fc.record({ key, value: fc.oneof(typed, fc.anything()) }), fc.anything());
    fc.assert(
      fc.property(fc.oneof(fc.array(entry), fc.anything()), (settings) => {
        const { data } = updateSettingsSchema.safeParse({ settings });
        for (const [name, value] of Object.entries(data ?? {})) {
          expect(SETTING_KEYS).toContain(name);
          expect(value).not.toBe("");
          expect(value).not.toBe(MASKED_PASSWORD);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
