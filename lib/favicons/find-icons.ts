import { Parser } from "htmlparser2";
import { parseUrl } from "@/lib/parse-url";

/** The size at which icons are stored. */
export const ICON_PIXELS = 32;
/** Bounds the requests to a page that lists hundreds of icons. */
const MAX_LINKS = 50;
const MAX_CANDIDATES = 4;

type Candidate = { url: URL; isTouchIcon: boolean; pixels: number };

/**
 * The URLs where the icon of a page may be, best first: its `<link rel="icon">`, then /favicon.ico, then icons for
 * home screens (HTML, section 4.6.6.7).
 *
 * @param html the beginning of the page is enough
 * @param pageUrl after redirects; `<base>` is respected
 */
export function findIcons(html: string, pageUrl: URL): URL[] {
  const found = readLinks(html, pageUrl);
  const named = found.filter(({ isTouchIcon }) => !isTouchIcon).sort(bySize);
  const touch = found.filter(({ isTouchIcon }) => isTouchIcon).sort(bySize);
  const urls = [...named, { url: new URL("/favicon.ico", pageUrl) }, ...touch].map(({ url }) => url.href);
  return [...new Set(urls)].slice(0, MAX_CANDIDATES).map((href) => new URL(href));
}

/** Sorts the smallest icon that is large enough first, then smaller ones in descending order. */
function bySize(a: Candidate, b: Candidate): number {
  const [enoughA, enoughB] = [a.pixels >= ICON_PIXELS, b.pixels >= ICON_PIXELS];
  if (enoughA !== enoughB) return enoughA ? -1 : 1;
  return enoughA ? a.pixels - b.pixels : b.pixels - a.pixels;
}

function readLinks(html: string, pageUrl: URL): Candidate[] {
  const found: Candidate[] = [];
  let base = pageUrl;
  let isOver = false;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (isOver || found.length >= MAX_LINKS) return;
      if (name === "body") isOver = true;
      if (name === "base") base = resolve(attributes.href, pageUrl) ?? base;
      if (name === "link") found.push(...toCandidate(attributes, base));
    },
    onclosetag: (name) => {
      if (name === "head") isOver = true;
    },
  });
  parser.end(html);
  return found;
}

function toCandidate({ rel = "", href, type = "", sizes = "" }: Record<string, string>, base: URL): Candidate[] {
  const words = rel.toLowerCase().split(/\s+/);
  const isTouchIcon = words.some((word) => word.startsWith("apple-touch-icon"));
  if (!isTouchIcon && !words.includes("icon")) return [];
  const url = resolve(href, base);
  // SVG can contain scripts and is not supported.
  if (!url || /svg/i.test(type) || /\.svg$/i.test(url.pathname)) return [];
  const given = Math.max(0, ...[...sizes.matchAll(/(\d{1,4})x\d{1,4}/gi)].map(([, width]) => Number(width)));
  return [{ url, isTouchIcon, pixels: given || (isTouchIcon ? 180 : 16) }];
}

function resolve(href: string | undefined, base: URL): URL | null {
  const url = href ? parseUrl(href, base) : null;
  return url && /^https?:$/.test(url.protocol) ? url : null;
}
