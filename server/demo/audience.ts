import type { Click } from "@/lib/clicks/types";
import { type Sample, words } from "@/server/demo/sample";

/** ISO 3166-1 alpha-2. Like all lists here, in order of frequency. */
const COUNTRIES = words("DE SE GB US NL AT FR CH DK NO FI PL ES IT IN CA BR AU");

const GECKO = "(KHTML, like Gecko)";
const ios = (rest: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 ${GECKO} ${rest}`;
const android = (rest: string) => `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 ${GECKO} ${rest}`;
const windows = (rest: string) => `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${GECKO} ${rest}`;
const mac = (engine: string, rest: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/${engine} ${GECKO} ${rest}`;

const PHONES = [
  ios("Version/26.6 Mobile/15E148 Safari/604.1"),
  android("Chrome/154.0.0.0 Mobile Safari/537.36"),
  android("SamsungBrowser/30.0 Chrome/143.0.0.0 Mobile Safari/537.36"),
  ios("Mobile/15E148 Instagram 406.0.0.28.85 (iPhone16,2; iOS 18_7; de_DE; de; scale=3.00; 1290x2796)"),
  ios("CriOS/154.0.8037.55 Mobile/15E148 Safari/604.1"),
  ios("Mobile/15E148 [FBAN/FBIOS;FBAV/540.0.0.36.72;FBDV/iPhone16,2;FBSN/iOS;FBSV/18.7]"),
  "Mozilla/5.0 (Android 16; Mobile; rv:156.0) Gecko/156.0 Firefox/156.0",
];
/** Tablets included. */
const DESKTOPS = [
  windows("Chrome/154.0.0.0 Safari/537.36"),
  windows("Chrome/154.0.0.0 Safari/537.36 Edg/154.0.0.0"),
  mac("605.1.15", "Version/26.6 Safari/605.1.15"),
  mac("537.36", "Chrome/154.0.0.0 Safari/537.36"),
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:156.0) Gecko/20100101 Firefox/156.0",
  ios("Version/26.6 Mobile/15E148 Safari/604.1").replaceAll("iPhone", "iPad"),
  "Mozilla/5.0 (X11; Linux x86_64; rv:156.0) Gecko/20100101 Firefox/156.0",
  windows("Chrome/152.0.0.0 Safari/537.36 OPR/136.0.0.0"),
];
const BOT_SHARE = 0.06;
const BOTS = [
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "WhatsApp/2.25.20.81 A",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "curl/8.14.1",
];

export type Visitor = Pick<Click, "ip" | "country" | "language" | "userAgent">;

/** A person or a bot. @param mobile the probability of a phone */
export function makeVisitor({ next, pick }: Sample, mobile: number): Visitor {
  const country = pick(COUNTRIES);
  // The likeliest one, such as sv for Sweden.
  const { language } = new Intl.Locale(`und-${country}`).maximize();
  const userAgent = pick(next() < BOT_SHARE ? BOTS : next() < mobile ? PHONES : DESKTOPS);
  const group = () => Math.floor(next() * 0x10000).toString(16);
  // In a network that belongs to nobody (RFC 3849).
  return { ip: `2001:db8:${group()}:${group()}::1`, country, language, userAgent };
}
