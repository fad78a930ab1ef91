import { NextRequest } from "next/server";
import { assertActingUser, assertSameOrigin, SIGNED_IN_AS_OTHER } from "@/lib/http/caller";

function isLetIn(method: string, headers: Record<string, string>): boolean {
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
  ["the dashboard's page", { "Sec-Fetch-Site": "same-origin", Origin: "http://hop.example" }, true],
  ["the dashboard's page in an older browser", { Origin: "http://hop.example" }, true],
  ["the dashboard's page behind a proxy that ends TLS", { Origin: "https://hop.example" }, true],
  ["a script, which has no cookies to borrow", {}, true],
  ["the address bar", { "Sec-Fetch-Site": "none" }, true],
  ["another site's page", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }, false],
  ["another site's page in an older browser", { Origin: "https://evil.example" }, false],
  ["a page of a neighbouring host", { "Sec-Fetch-Site": "same-site", Origin: "http://other.hop.example" }, false],
  ["a page on another port", { Origin: "http://hop.example:8080" }, false],
  ["a page that hides where it is from", { Origin: "null" }, false],
  [
    "a page that names our origin but is from another site",
    { "Sec-Fetch-Site": "cross-site", Origin: "http://hop.example" },
    false,
  ],
  ["a host that ends like ours", { Origin: "http://evil-hop.example" }, false],
])("a change asked for by %s", (_name, headers, isAllowed) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) expect(isLetIn(method, headers)).toBe(isAllowed);
  for (const method of ["GET", "HEAD"]) expect(isLetIn(method, headers)).toBe(true);
});

test.each([
  ["by the same person", { "X-Acting-User": "ann" }, true],
  ["by a script", {}, true],
  ["by somebody else, whose cookie the browser has replaced", { "X-Acting-User": "bob" }, false],
  ["by nobody", { "X-Acting-User": "" }, false],
])("a call of a page that was loaded %s", (_name, headers, isAllowed) => {
  const request = new NextRequest("http://hop.example/api/settings", { method: "PUT", headers });
  const check = () => assertActingUser(request, { id: "ann", role: "overall_admin", label: "Ann" });
  if (isAllowed) expect(check).not.toThrow();
  else expect(check).toThrow(SIGNED_IN_AS_OTHER);
});
