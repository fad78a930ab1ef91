import { LOCKED } from "@/lib/database-unavailable";
import { DATABASE_UNAVAILABLE, errorResponse } from "@/lib/http/error-response";
import { log } from "@/lib/log";

test.each([
  ["a lock that others hold", "55P03", LOCKED],
  ["a deadlock", "40P01", LOCKED],
  ["a database that shuts down", "57P01", DATABASE_UNAVAILABLE],
])("%s is temporary", async (_name, code, message) => {
  jest.spyOn(log, "error").mockReturnValue(undefined);
  const error = Object.assign(new Error("secret"), { code });
  const response = errorResponse(error, { requestId: "r1", isPublicApi: true });
  expect(response.status).toBe(503);
  expect(response.headers.get("Retry-After")).toBe("5");
  expect(await response.json()).toEqual({ success: false, requestId: "r1", message, code: "unavailable" });
});
