import type { Link } from "@/lib/redirect/links";
import { codeHostOf, isLoop, staysOnHost } from "@/lib/redirect/loop";

const HOST = "hop.example";
const link = (destination: string, status: Link["status"] = "active"): Link => ({
  id: destination,
  status,
  destination,
  codeHost: codeHostOf(destination),
});

describe("codeHostOf returns the host of destinations that could be short URLs", () => {
  test.each([
    ["https://hop.example/abc", "hop.example"],
    ["http://hop.example:8080/abc/", "hop.example"],
    ["https://hop.example./abc?x=1#y", "hop.example"],
    ["https://hop.example/%61bc", "hop.example"],
    ["https://hop.example//abc", "hop.example"],
    ["https://hop.example/abc.", "hop.example"],
    ['https://hop.example/abc"?x', "hop.example"],
    ["http://[2001:db8::1]:3000/abc", "[2001:db8::1]"],
    ["https://hop.example/", undefined],
    ["https://hop.example/paused", undefined],
    ["https://hop.example/urls?x=/abc", undefined],
    ["https://hop.example/a/b", undefined],
    ["https://hop.example/page.html", undefined],
    ["https://hop.example/?to=/abc", undefined],
    [`https://hop.example/${"a".repeat(65)}`, undefined],
    // Written into the database by hand: no single row may fail the look-up of others.
    ["https://hop example/abc", undefined],
    ["http://1.2.3.256/abc", undefined],
    ["not a URL", undefined],
    ["", undefined],
  ])("%s: %s", (destination, host) => {
    expect(codeHostOf(destination)).toBe(host);
  });
});

test.each([
  ["hop.example", true],
  ["hop.example:3000", true],
  ["HOP.example.", true],
  ["hop.example.:443", true],
  ["www.hop.example", false],
  ["hop.example.evil", false],
  ["hop.examples", false],
  ["", false],
  [undefined, false],
])("a link to hop.example visited at %p stays on the host: %p", (host, stays) => {
  expect(staysOnHost(link("https://hop.example/abc"), host)).toBe(stays);
});

describe("a link leads back to itself:", () => {
  const chain = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`c${n}`, link(`https://hop.example/c${n + 1}`)]));

  test.each<[string, Record<string, Link>, boolean]>([
    ["at once", { a: link("https://hop.example/a") }, true],
    ["in another case, at another port, by http", { a: link("http://hop.example:81/A/?again") }, true],
    ["with the end of a sentence", { a: link("https://hop.example/a).") }, true],
    ["over another", { a: link("https://hop.example/b"), b: link("https://hop.example/a") }, true],
    [
      "into a loop that it is not part of",
      { a: link("https://hop.example/b"), b: link("https://hop.example/b") },
      true,
    ],
    ["over very many", { a: link("https://hop.example/c0"), ...chain(20) }, true],
    ["not where the other leads on", { a: link("https://hop.example/b"), b: link("https://example.com/a") }, false],
    [
      "not where the other is paused",
      { a: link("https://hop.example/b"), b: link("https://hop.example/a", "paused") },
      false,
    ],
    ["not where the other is unknown", { a: link("https://hop.example/b") }, false],
    [
      "not where the code is on another host",
      { a: link("https://hop.example/b"), b: link("https://example.com/a") },
      false,
    ],
  ])("%s", async (_name, links, expected) => {
    const start = links.a ?? link("https://example.com/");
    expect(await isLoop(start, "a", HOST, async (key) => links[key] ?? null)).toBe(expected);
  });

  test("not when the next link cannot be looked up", async () => {
    const away = () => Promise.reject(new Error("no database"));
    expect(await isLoop(link("https://hop.example/b"), "a", HOST, away)).toBe(false);
  });
});
