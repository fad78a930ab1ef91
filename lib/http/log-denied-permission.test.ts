import { AppError, forbidden, notFound } from "@/lib/errors";
import { logDeniedPermission } from "@/lib/http/log-denied-permission";
import { log } from "@/lib/log";

const actor = { id: "ann", role: "group_admin", label: "Ann Lee" } as const;
const request = { method: "PUT", nextUrl: new URL("http://hop.example/api/users/7?q=private") };

function noted(error: unknown, who: Parameters<typeof logDeniedPermission>[1]): unknown[] {
  const logged = jest.spyOn(log, "warn").mockImplementation(() => undefined);
  logDeniedPermission(error, who, request, "request-1");
  const lines = logged.mock.calls.map(([fields]) => fields);
  logged.mockRestore();
  return lines;
}

test.each([
  forbidden(),
  new AppError("not_in_group", "You are not a member of this group"),
  new AppError("recent_sign_in_required", "Confirm"),
])("a permission denied to a user is logged: %s", (error) => {
  expect(noted(error, actor)).toEqual([
    {
      event: "permission_refused",
      userId: "ann",
      role: "group_admin",
      method: "PUT",
      path: "/api/users/7",
      code: error.code,
      requestId: "request-1",
    },
  ]);
});

test("a permission denied to an API key is logged with the key's id", () => {
  const owner = { id: "ann", role: "group_admin" } as const;
  const caller = { keyId: "key", keyName: "Shop", groupId: "group", scopes: [], owner };
  for (const code of ["forbidden", "insufficient_scope"] as const) {
    expect(noted(new AppError(code, "No"), caller)).toEqual([
      {
        event: "permission_refused",
        apiKeyId: "key",
        method: "PUT",
        path: "/api/users/7",
        code,
        requestId: "request-1",
      },
    ]);
  }
});

test.each([
  ["an unauthenticated call", forbidden(), undefined],
  ["a public call", forbidden(), null],
  ["a missing resource", notFound("User"), actor],
  ["a limit", new AppError("url_limit_reached", "URL limit reached"), actor],
  ["a failure", new Error("broken"), actor],
])("%s is not logged", (_name, error, who) => {
  expect(noted(error, who)).toEqual([]);
});
