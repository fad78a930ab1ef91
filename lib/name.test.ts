import { createApiKeySchema } from "@/lib/api-keys/schema";
import { createGroupSchema, DESCRIPTION_CHARSET, editGroupSchema } from "@/lib/groups/schema";
import { compareNames, isReadableName, isReadableText, keepName, NAME_CHARSET, toName } from "@/lib/name";
import { DEFAULT_DESIGN } from "@/lib/qr/design";
import { createTemplateSchema } from "@/lib/qr/designs/template-schema";
import { createShareSchema } from "@/lib/shares/schema";
import { createUserSchema, editUserSchema } from "@/lib/users/schema";

const NAME = "Sales\u202egnp";
const PERSON = { email: "ann@example.com", firstName: "Ann", lastName: "Lee" };

test.each([
  ["a line break", "Sales\r\nteam"],
  ["a control character", "Sales\u0007"],
  ["a line separator", "Sales\u2028team"],
  ["a right-to-left override", "Sales\u202egnp"],
  ["an isolate", "\u2066Sales"],
  ["a direction mark", "Sales\u200f"],
  ["a left-to-right mark", "\u200eSales"],
  ["an Arabic letter mark", "Sales\u061c"],
  ["a zero-width space", "Sa\u200bles"],
  ["a zero-width no-break space in the middle", "Sa\ufeffles"],
  ["a word joiner", "Sales\u2060"],
  ["a soft hyphen", "Sa\u00adles"],
  ["a combining grapheme joiner", "Sa\u034fles"],
  ["a Hangul filler", "\u3164"],
  ["joiners between Latin letters", "Sa\u200d\u200cles"],
  ["a joiner at the end", "\u0645\u06cc\u200c"],
  ["two joiners", "\u0645\u06cc\u200c\u200c\u062e"],
  ["a variation selector after a letter", "Sales\ufe0f"],
  ["a variation selector after a digit", "Sales 1\ufe0f"],
  ["two variation selectors", "❤\ufe0f\ufe0f"],
  ["tags", "Sales\u{e0067}\u{e0062}"],
  ["tags after a flag that are no country", "🏴\u{e0061}\u{e0062}\u{e007f}"],
  ["a joiner after an emoji", "❤\ufe0f\u200d Sales"],
  ["an annotation", "Sales\ufff9x"],
  ["a Braille pattern without dots", "\u2800 \u2800"],
  ["a note without a head", "\u{1d159}"],
  ["a combining mark alone", "\u0301"],
  ["a combining mark after a space", "Sales \u0301"],
  ["more marks than any language stacks", `Z${"\u0301".repeat(9)}`],
  ["a character for private use", "Sales \ue000"],
  ["a character that is none", "Sales \ufffe"],
  ["a character that is none, elsewhere", "Sales \u{2ffff}"],
  ["a character without a meaning", "Sales \u0378"],
])("a name with %s is refused", (_what, name) => {
  expect(isReadableName(name)).toBe(false);
});

test.each([
  "Sales",
  "Søren O’Neill-Müller (EMEA) & Co.",
  "e\u0301quipe",
  "销售部",
  "営業部",
  "葛\u{e0100}城",
  "영업팀",
  "قسم المبيعات",
  "می\u200cخواهم",
  "צוות",
  "क्\u200dष",
  "র\u200d্য",
  "ශ්\u200dරී",
  "ᠨᠢᠭᠡ\u180b",
  "ทีมขาย",
  "Team ❤\ufe0f",
  "Team 👩🏽\u200d💻",
  "Team 👨\u200d👩\u200d👧",
  "Team 👩\u200d❤\ufe0f\u200d👨",
  "Team 🏳\ufe0f\u200d🌈",
  "Team 🇩🇪",
  "Team 1\ufe0f\u20e3",
  "#\u20e3 1",
  "Nguyê\u0303n Thi\u0323\u0302",
  "น้ำผึ้ง ที่ปรึกษา",
  "क्षत्रिय",
  "בְּרֵאשִׁ֖ית",
  "مُحَمَّدٌ",
  "ཧྐྵྨླྺྼྻྂ",
  "Team \u{1fae9}",
  "Team \u{1faff}",
  "\u{323b0}",
  "⠓⠕⠏",
  "Team 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
])("%s is a name", (name) => {
  expect(isReadableName(name)).toBe(true);
});

test.each([
  ["of several lines", "For spring:\r\n\t- posters\n- mail", true],
  ["with soft hyphens and joiners", "Sa\u00adles می\u200cخواهم ❤\ufe0f", true],
  ["with a right-to-left override", "Sales\u202egnp", false],
  ["with an isolate", "\u2066Sales", false],
  ["with a direction mark", "Sales\u200f", true],
  ["with a bell", "Sales\u0007", false],
  ["with a control character of ISO 8859", "Sales\u009b", false],
])("a text %s may be a description: %j", (_what, description, isAccepted) => {
  expect(isReadableText(description)).toBe(isAccepted);
  const { error } = createGroupSchema.safeParse({ name: "Sales", description });
  expect(error?.issues.map(({ message }) => message) ?? []).toEqual(isAccepted ? [] : [DESCRIPTION_CHARSET]);
});

test.each([
  ["no-break and wide spaces", "Sales\u00a0team\u3000\u2003North", "Sales team North"],
  ["several spaces", "  Sales   team ", "Sales team"],
  ["decomposed letters", "e\u0301clair", "éclair"],
  ["what must not be in it", "Sales\r\nteam\u200b", "Sales\r\nteam\u200b"],
])("a name with %s is stored in one form", (_what, text, name) => {
  expect(toName(text)).toBe(name);
});

test.each([
  ["Sales\u200b  team", "Sales\u200b team", "Sales\u200b  team"],
  ["Sales  te\u0301am", "Sales téam", "Sales téam"],
  ["Sales", "Marketing", "Marketing"],
  ["Sales", undefined, undefined],
])("the stored name %j, given as %j, becomes %j", (stored, given, name) => {
  expect(keepName(given, stored)).toBe(name);
});

test.each([
  ["a user's first", createUserSchema, { ...PERSON, firstName: NAME }],
  ["a user's last", createUserSchema, { ...PERSON, lastName: NAME }],
  ["a group's", createGroupSchema, { name: NAME }],
  ["an API key's", createApiKeySchema, { name: NAME }],
  ["a shared page's", createShareSchema, { name: NAME }],
  ["a template's", createTemplateSchema, { name: NAME, design: DEFAULT_DESIGN }],
])("%s name is checked", (_whose, schema, input) => {
  expect(schema.safeParse(input).error?.issues.map(({ message }) => message)).toEqual([NAME_CHARSET]);
});

test.each([
  [createUserSchema.shape.firstName],
  [createUserSchema.shape.lastName],
  [createGroupSchema.shape.name],
  [createApiKeySchema.shape.name],
  [createShareSchema.shape.name],
  [createTemplateSchema.shape.name],
])("every name is stored in that form", (schema) => {
  expect(schema.parse(" Sales\u00a0 te\u0301am ")).toBe("Sales téam");
});

test("complete lists by name ignore case and accents, and count", () => {
  const sorted = ["alpha", "Ärger", "Éclair", "e\u0301clair 2", "Team 2", "Team 10", "zebra", "Zeta", "книга"];
  const items = sorted.map((name) => ({ name, id: name }));
  expect(items.toSorted((a, b) => (a.name < b.name ? -1 : 1)).sort(compareNames)).toEqual(items);
  expect(["2", "1"].map((id) => ({ name: "Team", id })).sort(compareNames)).toMatchObject([{ id: "1" }, { id: "2" }]);
});

test("forms accept an older name, which the user may not want to change", () => {
  expect(editGroupSchema.parse({ name: NAME }).name).toBe(NAME);
  expect(editUserSchema.parse({ ...PERSON, lastName: NAME }).lastName).toBe(NAME);
});

test("a text that is far too long for a name is refused without composing it, which would take quadratic time", () => {
  const marks = `a${"\u0301\u0323".repeat(2_000_000)}`;
  expect(toName(marks)).toBe(marks);
});
