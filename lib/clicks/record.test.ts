import { crc32 } from "node:zlib";
import fc from "fast-check";
import { decodeClick, encodeClick } from "@/lib/clicks/record";
import type { Click } from "@/lib/clicks/types";

const click: Click = {
  id: "0190a0a0-0000-7000-8000-000000000000",
  urlId: "0190a0a0-0000-7000-8000-000000000001",
  at: 1_700_000_000_000,
  accessMethod: "qr",
  ip: "192.0.2.7",
  referer: null,
  userAgent: 'Mozilla/5.0 "quoted"\n é 日本',
  country: null,
  language: null,
  placement: null,
  isPrefetch: false,
};

const line = encodeClick(click).trimEnd();

test("a click is encoded as one line and decoded from it", () => {
  expect(encodeClick(click)).toMatch(/^[0-9a-f]{8} \{[^\n]*\}\n$/);
  expect(decodeClick(line)).toEqual(click);
});

test("a click has a language if one was recorded", () => {
  const known = { ...click, language: "de" };
  expect(decodeClick(encodeClick(known).trimEnd())).toEqual(known);
});

test("a click has a placement if its address had one", () => {
  const known = { ...click, placement: "poster-hall-3" };
  expect(decodeClick(encodeClick(known).trimEnd())).toEqual(known);
  expect(encodeClick(click)).not.toContain("placement");
});

test("records of earlier versions decode without country, language and placement, and fields of later ones are ignored", () => {
  const sealed = (fields: object) => {
    const json = JSON.stringify(fields);
    return `${crc32(json).toString(16).padStart(8, "0")} ${json}`;
  };
  const { country, language, placement, ...early } = click;
  expect(decodeClick(sealed(early))).toEqual({ ...early, country: null, language: null, placement: null });
  expect(decodeClick(sealed({ ...click, later: "field" }))).toEqual(click);
});

test("anything that a visitor sends stays within the line", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.option(fc.string({ unit: "binary" })), (userAgent, referer) => {
      const lines = encodeClick({ ...click, userAgent, referer }).split("\n");
      expect(lines).toHaveLength(2);
      expect(decodeClick(lines[0] ?? "")).toEqual({ ...click, userAgent, referer });
    }),
  );
});

test.each([
  ["nothing", ""],
  ["a torn start", line.slice(0, 40)],
  ["a torn end", line.slice(40)],
  ["one altered character", line.replace('"qr"', '"qR"')],
  ["two lines run together", line.slice(0, 40) + line],
  ["a wrong checksum", `00000000${line.slice(8)}`],
  ["text that is not JSON, with its right checksum", "8c736521 foo"],
  ["another kind of record, with its right checksum", "a3a6bf43 {}"],
])("a damaged line (%s) decodes to null without throwing", (_name, damaged) => {
  expect(decodeClick(damaged)).toBeNull();
});
