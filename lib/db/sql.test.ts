import { join, raw, sql } from "@/lib/db/sql";

test("values become numbered parameters", () => {
  const { text, values } = sql`SELECT ${1}::int, ${"x"}`;
  expect(text).toBe("SELECT $1::int, $2");
  expect(values).toEqual([1, "x"]);
});

test("nested fragments are inlined, their values in order", () => {
  const inner = sql`b = ${2} AND c = ${3}`;
  const { text, values } = sql`SELECT * FROM t WHERE a = ${1} AND (${inner}) AND d = ${4} LIMIT ${5}`;
  expect(text).toBe("SELECT * FROM t WHERE a = $1 AND (b = $2 AND c = $3) AND d = $4 LIMIT $5");
  expect(values).toEqual([1, 2, 3, 4, 5]);
});

test("fragments that touch each other, and empty ones", () => {
  const { text, values } = sql`${raw("SELECT ")}${sql`${1}`}${raw("")}${sql``}, ${2}`;
  expect(text).toBe("SELECT $1, $2");
  expect(values).toEqual([1, 2]);
});

test("text of a value never becomes part of the statement", () => {
  const { text, values } = sql`SELECT ${"'; DROP TABLE users; --"}`;
  expect(text).toBe("SELECT $1");
  expect(values).toEqual(["'; DROP TABLE users; --"]);
});

test("conditions are joined", () => {
  const { text, values } = sql`WHERE ${join([sql`a = ${1}`, sql`b`, sql`c = ${2}`], " AND ")}`;
  expect(text).toBe("WHERE a = $1 AND b AND c = $2");
  expect(values).toEqual([1, 2]);
});
