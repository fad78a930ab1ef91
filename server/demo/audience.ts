import { parseWeights, type Random, type Weighted } from "@/server/demo/random";

/** Countries (ISO 3166-1 alpha-2). */
const COUNTRIES = parseWeights(
  "DE=27 SE=16 GB=12 US=9 NL=6 AT=5 FR=5 CH=4 DK=4 NO=3 FI=2 PL=2 ES=2 IT=2 IN=2 CA=1 BR=1 AU=1 JP=1",
);

/** Languages (ISO 639) of each country. */
const LANGUAGES: Readonly<Record<string, string>> = {
  DE: "de",
  AT: "de",
  CH: "de",
  SE: "sv",
  NL: "nl",
  FR: "fr",
  DK: "da",
  NO: "nb",
  FI: "fi",
  PL: "pl",
  ES: "es",
  IT: "it",
  BR: "pt",
  JP: "ja",
};

const GECKO = "(KHTML, like Gecko)";
const ios = (rest: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 ${GECKO} ${rest}`;
const android = (rest: string) => `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 ${GECKO} ${rest}`;
const windows = (rest: string) => `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${GECKO} ${rest}`;
const mac = (engine: string, rest: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/${engine} ${GECKO} ${rest}`;

const PHONES: Weighted<string>[] = [
  [ios("Version/26.6 Mobile/15E148 Safari/604.1"), 44],
  [ios("CriOS/154.0.8037.55 Mobile/15E148 Safari/604.1"), 6],
  [ios("FxiOS/156.1 Mobile/15E148 Safari/604.1"), 1],
  [android("Chrome/154.0.0.0 Mobile Safari/537.36"), 38],
  [android("SamsungBrowser/30.0 Chrome/143.0.0.0 Mobile Safari/537.36"), 7],
  ["Mozilla/5.0 (Android 16; Mobile; rv:156.0) Gecko/156.0 Firefox/156.0", 2],
];
const DESKTOPS: Weighted<string>[] = [
  [windows("Chrome/154.0.0.0 Safari/537.36"), 34],
  [windows("Chrome/154.0.0.0 Safari/537.36 Edg/154.0.0.0"), 17],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:156.0) Gecko/20100101 Firefox/156.0", 7],
  [windows("Chrome/152.0.0.0 Safari/537.36 OPR/136.0.0.0"), 2],
  [mac("537.36", "Chrome/154.0.0.0 Safari/537.36"), 15],
  [mac("605.1.15", "Version/26.6 Safari/605.1.15"), 14],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:156.0) Gecko/20100101 Firefox/156.0", 6],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 ${GECKO} Chrome/152.0.0.0 Safari/537.36`, 2],
];
const TABLETS: Weighted<string>[] = [
  [ios("Version/26.6 Mobile/15E148 Safari/604.1").replaceAll("iPhone", "iPad"), 6],
  [android("Chrome/154.0.0.0 Safari/537.36"), 3],
];
const APPS: Weighted<string>[] = [
  [ios("Mobile/15E148 Instagram 406.0.0.28.85 (iPhone16,2; iOS 18_7; de_DE; de; scale=3.00; 1290x2796)"), 10],
  [ios("Mobile/15E148 [FBAN/FBIOS;FBAV/540.0.0.36.72;FBDV/iPhone16,2;FBSN/iOS;FBSV/18.7]"), 6],
  [ios("Mobile/15E148 [LinkedInApp]/9.31.2345"), 2],
  [ios("Mobile/15E148 musical_ly_42.5.0 BytedanceWebview/d8a21c6"), 2],
];
const BOTS: Weighted<string>[] = [
  ["facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", 5],
  ["WhatsApp/2.25.20.81 A", 5],
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", 4],
  ["curl/8.14.1", 1],
];

export type DemoVisitor = {
  ip: string;
  country: string | null;
  language: string | null;
  userAgent: string;
  isApp: boolean;
};

/** @param mobile the probability of a phone */
export function makeVisitor(random: Random, mobile: number): DemoVisitor {
  const isMobile = random.isTrue(mobile);
  const isApp = isMobile && random.isTrue(0.12);
  const desk = random.isTrue(0.07) ? TABLETS : DESKTOPS;
  const userAgent = random.pickWeighted(isApp ? APPS : isMobile ? PHONES : desk);
  const country = random.isTrue(0.01) ? null : random.pickWeighted(COUNTRIES);
  const language = LANGUAGES[country ?? ""] ?? "en";
  return { ip: makeAddress(random), country, language, userAgent, isApp };
}

export function makeBot(random: Random): DemoVisitor {
  const ip = makeAddress(random);
  return { ip, country: "US", language: null, userAgent: random.pickWeighted(BOTS), isApp: false };
}

/** An address in a network that belongs to nobody: RFC 6598 and RFC 3849. */
function makeAddress(random: Random): string {
  const group = () => random.integer(1, 0xffff).toString(16);
  if (random.isTrue(0.4)) return `2001:db8:${group()}:${group()}::${group()}`;
  return `100.${random.integer(64, 127)}.${random.integer(1, 254)}.${random.integer(1, 254)}`;
}
