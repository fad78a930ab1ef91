import {
  call,
  createUrl,
  expect,
  expectRefusal,
  JSON_TYPE,
  rawBytes,
  rawCall,
  sessionOf,
  test,
  UNKNOWN_ID,
} from "@/e2e/api/support";

test("an invalid session cookie is not a session", async () => {
  for (const cookie of [
    "hop.session=",
    "hop.session=x",
    "hop.session=%00",
    "hop.session=%zz",
    `hop.session=${"a".repeat(8_000)}`,
    "hop.session=\u00ff",
    "=;;=x",
    "hop.session=a; hop.session=b",
    "hop.session='--",
  ]) {
    const answer = await rawCall("GET", "/api/auth/user", { headers: { Cookie: cookie } });
    expectRefusal(answer, { status: 401, code: "unauthorized", message: "Unauthorized" }, cookie.slice(0, 40));
  }
});

test("an invalid Host is refused at calls and pages", async () => {
  for (const host of [
    "",
    " ",
    "a b",
    "evil.com/path",
    "user@evil.com",
    "evil.com:99999",
    "evil.com:x",
    "1.2.3.999",
    "[:::]",
    "[::1",
    "xn--a",
    "a,b",
    "<script>",
    "http://evil.com",
    "ho\u00fe",
    null,
  ]) {
    const header = host === null ? "" : `Host: ${host}\r\n`;
    const answer = await rawBytes(`GET /api/auth/user HTTP/1.1\r\n${header}Connection: close\r\n\r\n`);
    expect(answer, header).toMatch(/^HTTP\/1\.1 400 .*"code":"malformed"/s);
    for (const target of ["/", "/urls"]) {
      const page = await rawBytes(`GET ${target} HTTP/1.1\r\n${header}Connection: close\r\n\r\n`);
      expect(page, `${target} ${header}`).toMatch(/^HTTP\/1\.1 400 /);
      expect(page).not.toContain("evil");
    }
  }
});

test("non-HTTP input gets an error and the connection closes", async () => {
  const head = "POST /api/urls HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  for (const [about, bytes, status] of [
    ["no request line", "rubbish\r\n\r\n", 400],
    ["a negative length", `${head}Content-Length: -1\r\n\r\n{}`, 400],
    ["two lengths", `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    ["a length and chunks", `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ["a header with a NUL", "GET /api/urls HTTP/1.1\r\nHost: localhost\r\nX: a\u0000b\r\n\r\n", 400],
    ["too many headers", `GET /api/urls HTTP/1.1\r\nHost: localhost\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, 431],
    ["too long a query", `GET /api/urls?q=${"a".repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431],
  ] as const) {
    const answer = await rawBytes(bytes);
    expect(answer, about).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? ""), about).toMatchObject({
      message: expect.any(String),
      requestId: expect.any(String),
    });
  }
});

test("a request inside a body is not executed", async ({ request, createUser }) => {
  const user = await createUser();
  const inner = `DELETE /api/urls/${(await createUrl(request, user)).id} HTTP/1.1\r\nHost: localhost\r\nCookie: ${sessionOf(user).Cookie}\r\n\r\n`;
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "GET"]) {
    const answer = await rawCall(method, "/api/urls", {
      headers: { ...JSON_TYPE, "Transfer-Encoding": "chunked" },
      chunks: [inner],
    });
    expect(answer.status, method).toBeLessThan(500);
    expect((await call(request, "GET", "/api/auth/user", { user })).text).toContain(user.email);
  }
  expect(JSON.parse((await call(request, "GET", "/api/urls", { user })).text)).toEqual([
    expect.objectContaining({ status: "active" }),
  ]);
});

test("a response arrives even with Connection: close", async ({ request, createUser }) => {
  const user = await createUser();
  await createUrl(request, user);
  const closing = { ...sessionOf(user), ...JSON_TYPE, Connection: "close" };
  for (let i = 0; i < 300; i++) {
    const answer = await rawCall("POST", `/api/auth/verify/${UNKNOWN_ID}`, { headers: closing, chunks: ["{}"] });
    expectRefusal(answer, { status: 400, code: "invalid" });
    expect(answer.headers.connection).toBe("close");
  }
});

test("an invalid short link path is not found", async () => {
  for (const target of [
    "/%00",
    "/a%00b",
    `/${"a".repeat(65)}`,
    "/a/b",
    "/%2e%2e%2fetc",
    "/'--",
    "*",
    "http://evil.example/abc",
    "/__proto__",
    "/constructor",
  ]) {
    const answer = await rawCall("GET", target);
    expect(answer.status, target.slice(0, 50)).toBe(404);
    expect(answer.text).toContain("404 Page Not Found");
  }
});

test("a malformed or overlong path is refused", async () => {
  for (const target of ["/%ff", "/%zz", "/100%", "/%ED%A0%80", "/urls/%", "/auth/verify/%zz"]) {
    expect((await rawCall("GET", target)).status, target).toBe(400);
  }
  expect((await rawCall("GET", `/${"a".repeat(9_000)}`)).status).toBe(414);
  expectRefusal(await rawCall("GET", `/api/${"a".repeat(9_000)}`), { status: 414, code: "uri_too_long" });
});
