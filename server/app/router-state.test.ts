import type { IncomingMessage } from "node:http";
import { findUnreadableState } from "@/server/app/router-state";

const check = (state: unknown) =>
  findUnreadableState({
    headers: { "next-router-state-tree": encodeURIComponent(JSON.stringify(state)) },
  } as unknown as IncomingMessage);

const nested = (depth: number): unknown => {
  let state: unknown = ["", {}];
  for (let i = 0; i < depth; i++) state = ["", { children: state }];
  return state;
};

test.each([
  ["the smallest", ["", {}]],
  [
    "a page",
    ["", { children: ["(dashboard)", { children: ["urls", { children: ["__PAGE__", {}] }] }] }, null, null, 16],
  ],
  ["a parameter", ["", { children: [["token", "abc", "d", null], { children: ["__PAGE__", {}] }] }, null, "refetch"]],
  ["an intercepted parameter", ["", { modal: [["id", "1", "di(..)(..)", ["new"]], {}] }]],
  ["a URL to refresh from", ["", {}, ["/urls", "?q=x"], "inside-shared-layout"]],
  ["many levels", nested(100)],
])("accepts the state of Next's router: %s", (_name, state) => {
  expect(check(state)).toBeNull();
});

test.each([
  ["no tree", {}],
  ["no children", [""]],
  ["a number as segment", [1, {}]],
  ["an unknown kind of parameter", ["", { children: [["a", "b", "x", null], {}] }]],
  ["an unknown marker", ["", {}, null, "other"]],
  ["one element too many", ["", {}, null, null, 0, "", 1]],
  ["too long", ["x".repeat(40_000), {}]],
])("refuses what Next would answer with a 500: %s", (_name, state) => {
  expect(check(state)?.code).toBe("malformed");
});

test("refuses what is not JSON, and passes requests without a state", () => {
  const headers = (state?: string) => ({ headers: { "next-router-state-tree": state } }) as unknown as IncomingMessage;
  expect(findUnreadableState(headers("%"))?.code).toBe("malformed");
  expect(findUnreadableState(headers("{"))?.code).toBe("malformed");
  expect(findUnreadableState(headers())).toBeNull();
});
