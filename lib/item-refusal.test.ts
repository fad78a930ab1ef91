import { LOCKED } from "@/lib/database-unavailable";
import { toItemRefusal } from "@/lib/item-refusal";
import { log } from "@/lib/log";

afterEach(() => jest.restoreAllMocks());

test.each([
  ["a lock that others hold", { code: "55P03" }, { code: "unavailable", message: LOCKED }],
  ["any other failure", { code: "22012" }, { code: "internal", message: "Internal server error" }],
])("%s is logged, and the client can't see its text", (_name, fields, refusal) => {
  const error = jest.spyOn(log, "error").mockReturnValue(undefined);
  expect(toItemRefusal(Object.assign(new Error("secret"), fields))).toEqual({ success: false, ...refusal });
  expect(error).toHaveBeenCalledTimes(1);
});
