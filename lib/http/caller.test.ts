import { NextRequest } from "next/server";
import { assertActingUser, assertSameOrigin, SIGNED_IN_AS_OTHER } from "@/lib/http/caller";

function isAccepted(method: string, headers: Record<string, string>): boolean {
  const request = new NextRequest("http://hop.example/api/urls", {
    method,
    headers: { Host: "hop.example", ...headers },
  });
  try {
    assertSameOrigin(request);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: "foreign_origin", status: 403 });
    return false;
  }
}

test.each([
  ["the dashboard", { "Sec-Fetch-Site": "same-origin", Origin: "http://hop.example" }, true],
  ["the dashboard in an older browser", { Origin: "http://hop.example" }, true],
  ["the dashboard behind a proxy that terminates TLS", { Origin: "https://hop.example" }, true],
  ["a script, which sends no ambient cookies", {}, true],
  ["the address bar", { "Sec-Fetch-Site": "none" }, true],
  ["another site", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }, false],
  ["another site in an older browser", { Origin: "https://evil.example" }, false],
  ["a sibling subdomain", { "Sec-Fetch-Site": "same-site", Origin: "http://other.hop.example" }, false],
  ["another port", { Origin: "http://hop.example:8080" }, false],
  ["an opaque origin", { Origin: "null" }, false],
  ["another site that claims our origin", { "Sec-Fetch-Site": "cross-site", Origin: "http://hop.example" }, false],
  ["a host that merely ends with ours", { Origin: "http://evil-hop.example" }, false],
])("a state-changing call from %s", (_name, headers, isAllowed) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) expect(isAccepted(method, headers)).toBe(isAllowed);
  for (const method of ["GET", "HEAD"]) expect(isAccepted(method, headers)).toBe(true);
});

test.each([
  ["by the same user", { "X-Acting-User": "ann" }, true],
  ["by a script", {}, true],
  ["by another user, whose cookie has been replaced", { "X-Acting-User": "bob" }, false],
  ["without a user", { "X-Acting-User": "" }, false],
])("a call from a page loaded %s", (_name, headers, isAllowed) => {
  const request = new NextRequest("http://hop.example/api/settings", { method: "PUT", headers });
  const check = () => assertActingUser(request, { id: "ann", role: "overall_admin", label: "Ann" });
  if (isAllowed) expect(check).not.toThrow();
  else expect(check).toThrow(SIGNED_IN_AS_OTHER);
});
