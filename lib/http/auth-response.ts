import type { OpenedLink } from "@/lib/auth/verify";
import { paths } from "@/lib/paths";

/** A JSON response with Set-Cookie headers. */
export function withCookies(body: unknown, cookies: string[]): Response {
  const response = Response.json(body);
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}

/** Redirects to the dashboard, the confirmation page or the sign-in screen. Same-origin paths only. */
export function redirectAfterLink(token: string, opened: OpenedLink): Response {
  switch (opened.outcome) {
    case "signed-in":
      return seeOther(paths.home, opened.cookies);
    case "confirm":
      return seeOther(`${paths.verify(token)}?confirm=1`);
    case "spent":
      return seeOther(`${paths.home}?error=link`);
  }
}

function seeOther(location: string, cookies: string[] = []): Response {
  const response = new Response(null, { status: 303, headers: { Location: location } });
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}
