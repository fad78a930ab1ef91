import { AppError, forbidden, notFound } from "@/lib/errors";
import { noteRefusal } from "@/lib/http/note-refusal";
import { log } from "@/lib/log";

const actor = { id: "ann", role: "group_admin", label: "Ann Lee" } as const;
const request = { method: "PUT", nextUrl: new URL("http://hop.example/api/users/7?q=private") };

function noted(error: unknown, who: Parameters<typeof noteRefusal>[1]): unknown[] {
  const logged = jest.spyOn(log, "warn").mockImplementation(() => undefined);
  noteRefusal(error, who, request, "request-1");
  const lines = logged.mock.calls.map(([fields]) => fields);
  logged.mockRestore();
  return lines;
}

test.each([
  forbidden(),
  new AppError("not_in_group", "You are not a member of this group"),
  new AppError("recent_sign_in_required", "Confirm"),
])("what somebody signed in may not do is written to the log: %s", (error) => {
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

test("what an API key may not do is written under the key", () => {
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
  ["a stranger's", forbidden(), undefined],
  ["a public call's", forbidden(), null],
  ["what is not there", notFound("User"), actor],
  ["a limit", new AppError("url_limit_reached", "URL limit reached"), actor],
  ["a failure", new Error("broken"), actor],
])("%s is not", (_name, error, who) => {
  expect(noted(error, who)).toEqual([]);
});
