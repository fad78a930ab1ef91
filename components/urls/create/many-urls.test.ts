import { ApiError } from "@/components/data/api";
import { addSchemes, createMany, findManyProblem, findPastedUrls, MANY_MAX } from "@/components/urls/create/many-urls";
import { HOST_WITHOUT_DOT, URL_INVALID, URL_REQUIRED } from "@/lib/urls/schema";
import type { ShortUrl } from "@/lib/urls/types";

const [A, B, C] = ["https://a.example/", "https://b.example/", "https://c.example/"] as const;

test.each([
  ["several URLs", ` ${A}\r\n\n${B}\n`, [A, B]],
  ["URLs without a scheme", "a.example/x\nwww.b.example", ["a.example/x", "www.b.example"]],
  ["URLs between invisible characters", `\u200b${A}\u200b\n\u202a${B}\u202c`, [A, B]],
  ["a heading above URLs", `Links\n${A}\n${B}`, ["Links", A, B]],
  ["one URL", A, null],
  ["one URL and an empty line", `${A}\n`, null],
  ["a URL that an email has wrapped", `${A}\na-long/path`, null],
  ["prose", "Hello,\nhow are you?", null],
])("a pasted list of URLs is recognised, one per line: %s", (_what, text, lines) => {
  expect(findPastedUrls(text)).toEqual(lines);
});

test.each([
  ["no line", [], 5, URL_REQUIRED],
  ["valid lines", [A, B], 2, undefined],
  ["one invalid line", [A, "b.example"], 5, `Line 2: ${URL_INVALID}`],
  ["two", [A, "https://b", "c"], 5, `Line 2: ${HOST_WITHOUT_DOT}. Line 3 has a problem too`],
  ["three", ["https://b", A, "c", "d"], 5, `Line 1: ${HOST_WITHOUT_DOT}. Lines 3 and 4 have problems too`],
  [
    "many",
    Array(8).fill("https://b"),
    9,
    `Line 1: ${HOST_WITHOUT_DOT}. Lines 2, 3, 4, 5, 6 and 2 more have problems too`,
  ],
  ["more than the limit allows", [A, B, C], 1, "Your limit allows 1 more active URL. Remove 2 lines."],
  ["too many", Array(MANY_MAX + 1).fill(A), 500, `At most ${MANY_MAX} short URLs can be created at a time`],
])("%s", (_what, lines, room, problem) => {
  expect(findManyProblem(lines, room)).toBe(problem);
});

test("https:// is added to lines that lack only that", () => {
  expect(addSchemes([A, "b.example/x", "c", "ftp://d.example"])).toEqual({
    lines: [A, "https://b.example/x", "c", "ftp://d.example"],
    added: 1,
  });
});

test("only the first lines of a long text are parsed", () => {
  const prose = Array(MANY_MAX).fill("Hello");
  expect(findPastedUrls([...prose.slice(2), A, B].join("\n"))).toHaveLength(MANY_MAX);
  expect(findPastedUrls([...prose, A, B].join("\n"))).toBeNull();
});

describe("creating many", () => {
  const link = (originalUrl: string) => ({ originalUrl }) as ShortUrl;
  const failing = (on: string, error: Error) => async (url: string) => {
    if (url === on) throw error;
    return link(url);
  };
  const never = () => false;
  const refusal = (status: number) => new ApiError(status, JSON.stringify({ message: "No" }), "");

  test("creates all in order", async () => {
    const outcome = await createMany([A, B], async (url) => link(url), never);
    expect(outcome).toEqual({ created: [link(A), link(B)], refused: [], rest: [] });
  });

  test("continues after a line that the server refuses", async () => {
    const outcome = await createMany([A, B, C], failing(B, refusal(400)), never);
    expect(outcome).toEqual({ created: [link(A), link(C)], refused: [{ line: B, reason: "No" }], rest: [] });
  });

  test("stops when the form is closed, and keeps the following lines", async () => {
    const created: string[] = [];
    const create = async (url: string) => {
      created.push(url);
      return link(url);
    };
    const outcome = await createMany([A, B, C], create, () => created.length === 1);
    expect(outcome).toEqual({ created: [link(A)], refused: [], rest: [B, C] });
    expect(created).toEqual([A]);
  });

  test.each([
    ["at the limit", refusal(403)],
    ["when signed out", refusal(401)],
    ["when the server fails", refusal(500)],
    ["without a connection", new TypeError("Failed to fetch")],
  ])("stops %s, and keeps that line and the following ones", async (_when, failure) => {
    const outcome = await createMany([A, B, C], failing(B, failure), never);
    expect(outcome).toEqual({ created: [link(A)], refused: [], rest: [B, C], failure });
  });
});
