import { type NextRequest, NextResponse } from "next/server";
import { paths } from "@/lib/paths";

/** Next puts the nonce of this request header on its own scripts; components read it from x-nonce. */
const NONCE_HEADER = "x-nonce";
const POLICY_HEADER = "Content-Security-Policy";
/** Hashes of the style sheet that sonner inserts, and of the empty one it inserts first. */
const SONNER_STYLES = [
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
].join(" ");
const SINGLE_SEGMENT = /^\/[^/]+$/;
const PAGES: ReadonlySet<unknown> = new Set(
  Object.values(paths).filter((path) => typeof path === "string" && SINGLE_SEGMENT.test(path)),
);

/** Security headers of every page; calls and redirects set their own. Nothing is authorised here. */
export function middleware(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set(NONCE_HEADER, nonce);
  headers.set(POLICY_HEADER, policy);

  const response = NextResponse.next({ request: { headers } });
  if (!hasOwnPolicy(request.nextUrl.pathname)) response.headers.set(POLICY_HEADER, policy);
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set("X-Frame-Options", "DENY");
  // The URL of a sign-in link must not reach another site.
  response.headers.set("Referrer-Policy", "same-origin");
  if (isSharedPage(request.nextUrl.pathname)) {
    // Whoever has the address of a shared page can read it.
    response.headers.set("Referrer-Policy", "no-referrer");
    response.headers.set("X-Robots-Tag", "noindex, nofollow");
    response.headers.set("Cache-Control", "private, no-store");
  }
  response.headers.set("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
  response.headers.set("Cross-Origin-Opener-Policy", "same-origin");
  return response;
}

/**
 * Whether app/[shortCode] or a file answers. Next would replace the policy of their responses with this one, which blocks
 * the style sheet of the 404 page.
 */
function hasOwnPolicy(path: string): boolean {
  return SINGLE_SEGMENT.test(path) && !PAGES.has(decode(path));
}

function isSharedPage(path: string): boolean {
  return /^\/analytics\/shared(?:\/|$)/.test(decode(path));
}

/** As the router compares paths. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function contentSecurityPolicy(nonce: string): string {
  const isDevelopment = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // Radix positions its popups with style attributes.
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}' ${SONNER_STYLES}`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const config = { matcher: "/((?!api$|api/|_next/static/|icon\\.svg$).*)" };
