import type { OpenedLink } from "@/lib/auth/verify";
import { paths } from "@/lib/paths";

/** Says which browser asked for a sign-in link. */
export const BROWSER_COOKIE = "hop.browser";
const BROWSER_COOKIE_SECONDS = 15 * 60;

/** A JSON answer that sets cookies. */
export function withCookies(body: unknown, cookies: string[]): Response {
  const response = Response.json(body);
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}

export function withBrowserCookie(body: unknown, token: string): Response {
  return withCookies(body, [
    `${BROWSER_COOKIE}=${token}; Path=/; Max-Age=${BROWSER_COOKIE_SECONDS}; HttpOnly; SameSite=Lax`,
  ]);
}

/** Where a followed link leads: in, to the button, or back to the sign-in screen. Same-origin paths only. */
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
