import { MAX_SEARCH_WORDS, matchesName, SEARCH_MAX_LENGTH, toPeopleWords, toSearchWords } from "@/lib/search-text";

const words = (text: string) => toSearchWords(text, "https://hop.example");

test.each([
  ["nothing", "  ", []],
  ["words in lower case", " Spring  SALE ", [["spring"], ["sale"]]],
  ["a repeated word once", "a a", [["a"]]],
  ["the longest word first", "a of spring", [["spring"], ["of"], ["a"]]],
  ["two single letters, and no more", "a b spring c d", [["spring"], ["a"], ["b"]]],
  ["a destination without its scheme", "HTTPS://Example.com/A", [["example.com/a"]]],
  ["a scheme alone", "https://", [["https://"]]],
  ["letters that are stored encoded", "/grüße", [["/grüße", "/gr%c3%bc%c3%9fe", "/gr%c3%9c%c3%9fe"]]],
  ["what is encoded already", "a%20b", [["a%20b"]]],
  [
    "a host that is stored in punycode",
    "bücher.example",
    [["bücher.example", "b%c3%bccher.example", "xn--bcher-kva.example", "b%c3%9ccher.example"]],
  ],
  ["the parameters of a query in any order", "?utm_source=x&utm_medium=y", [["utm_source=x"], ["utm_medium=y"]]],
  ["separators of parameters alone, literally", "&& ?& ?", [["&&"], ["?&"], ["?"]]],
  ["a & within a word", "a&b", [["a&b"]]],
  ["a URL as a parameter", "u=https://a.example", [["u=https://a.example", "u=https%3a%2f%2fa.example"]]],
  ["half a surrogate pair", "\ud800", [["\ud800"]]],
])("searches %s", (_what, text, spellings) => {
  expect(words(text).map((word) => word.spellings)).toEqual(spellings);
});

/** Whether the word is found in the destination as the browser and Postgres look for it. */
const isFoundIn = (destination: string, text: string) =>
  words(text).every(({ spellings }) => spellings.some((spelling) => destination.toLowerCase().includes(spelling)));

test.each([
  ["/café", ["café", "CAFÉ", "Café", "cafe\u0301", "CAFE\u0301"]],
  ["/CAFÉ", ["café", "CAFÉ"]],
  ["/cafe\u0301", ["cafe\u0301"]],
  ["/über-uns", ["über-uns", "Über-uns", "ÜBER-UNS"]],
  ["/Über-Uns", ["über-uns", "über", "ÜBER"]],
  ["/книга", ["книга", "Книга", "КНИГА"]],
  ["/Моя-Книга", ["книга", "Книга", "моя-книга", "МОЯ-КНИГА"]],
  ["/οδός", ["οδός", "ΟΔΌΣ"]],
  ["/İlan", ["İlan"]],
  ["/straße", ["straße", "Straße", "STRAßE"]],
  ["/?q=a%2Fé", ["q=a/é", "Q=A/É"]],
])("a destination %s is found as %j", (path, spellings) => {
  const { href } = new URL(path, "https://example.com");
  for (const text of spellings) expect([text, isFoundIn(href, text)]).toEqual([text, true]);
});

test.each([
  ["spring-sale", 1],
  ["销售部", 3],
  ["книга", 5],
  ["КНИГА=кНиГа/É", 11],
  ["МОЯ.пример/кНиГа=É/É", 20],
])("%s is searched by at most %d patterns", (text, patterns) => {
  expect(words(text)[0]?.spellings.length).toBeLessThanOrEqual(patterns);
});

test.each([
  ["https://hop.example/Sale", "sale"],
  ["hop.example/sale?r=qr", "sale"],
  ["HOP.example/sale.", "sale"],
  ["hop.example/", null],
  ["hop.example", null],
  ["other.example/sale", null],
  ["sale", null],
])("the short code of %s is %s", (text, shortCode) => {
  expect(words(text)).toEqual([expect.objectContaining({ shortCode })]);
});

test.each([
  ["anna", "Anna Brandt", true],
  ["BRAN", "Anna Brandt", true],
  ["nna", "Anna Brandt", false],
  ["lena", "Anna-Lena Brandt", true],
  ["anna-lena", "Anna-Lena Brandt", true],
  ["a", "Anna Brandt", false],
  ["İlk", "İlker Şen", true],
  ["ilker", "İlker Şen", true],
  ["ΓΙΩΡΓΟΣ", "ΓΙΩΡΓΟΣ Σ", true],
  ["ΓΙΏΡΓΟΣ", "Γιώργος Σ", true],
  ["γιώργος", "ΓΙΏΡΓΟΣ Σ", true],
  ["ΣΩΣ", "Σωσώ Σ", true],
  ["E\u0301va", "Éva Nagy", true],
])("%s is found in the name %s: %s", (text, name, isFound) => {
  expect(words(text).map((word) => matchesName(name, word))).toEqual([isFound]);
});

test("the longest text makes a bounded number of short words", () => {
  const many = words("aa bb cc dd ee ff gg hh ii jj kk ll mm nn ".repeat(20).slice(0, SEARCH_MAX_LENGTH));
  expect(many).toHaveLength(MAX_SEARCH_WORDS);
  const [long] = words("ü".repeat(SEARCH_MAX_LENGTH));
  expect(long?.spellings.join("").length).toBeLessThan(10 * SEARCH_MAX_LENGTH);
});

test("a search for people has a bounded number of words, each once", () => {
  expect(toPeopleWords(" Ada  ada LOVELACE ")).toEqual(["ada", "lovelace"]);
  expect(toPeopleWords("İlker ΓΙΩΡΓΟΣ E\u0301va ÉVA")).toEqual(["ilker", "γιωργοσ", "éva"]);
  expect(toPeopleWords(Array.from({ length: 100 }, (_, n) => n).join(" "))).toHaveLength(MAX_SEARCH_WORDS);
});
