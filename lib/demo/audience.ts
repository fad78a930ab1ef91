import type { Random, Weighted } from "@/lib/demo/random";

/** ISO 3166-1 alpha-2. */
const COUNTRIES: Weighted<string>[] = [
  ["DE", 27],
  ["SE", 16],
  ["GB", 12],
  ["US", 9],
  ["NL", 6],
  ["AT", 5],
  ["FR", 5],
  ["CH", 4],
  ["DK", 4],
  ["NO", 3],
  ["FI", 2],
  ["PL", 2],
  ["ES", 2],
  ["IT", 2],
  ["IN", 2],
  ["CA", 1],
  ["BR", 1],
  ["AU", 1],
  ["JP", 1],
];

const ios = (version: string, rest: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`;
const android = (rest: string) => `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`;
const webView = (version: number, rest: string) =>
  `Mozilla/5.0 (Linux; Android 15; SM-S931B Build/AP3A.240905.015.A2; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/${version}.0.0.0 Mobile Safari/537.36 ${rest}`;
const windows = (rest: string) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`;
const mac = (engine: string, rest: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/${engine} (KHTML, like Gecko) ${rest}`;

const PHONES: Weighted<string>[] = [
  [ios("18_7", "Version/26.6 Mobile/15E148 Safari/604.1"), 34],
  [ios("18_6", "Version/18.6 Mobile/15E148 Safari/604.1"), 10],
  [ios("18_7", "CriOS/154.0.8037.55 Mobile/15E148 Safari/604.1"), 6],
  [ios("18_7", "FxiOS/156.1 Mobile/15E148 Safari/604.1"), 1],
  [android("Chrome/154.0.0.0 Mobile Safari/537.36"), 30],
  [android("Chrome/153.0.0.0 Mobile Safari/537.36"), 8],
  [android("SamsungBrowser/30.0 Chrome/143.0.0.0 Mobile Safari/537.36"), 7],
  [android("Chrome/152.0.0.0 Mobile Safari/537.36 EdgA/152.0.0.0"), 1],
  ["Mozilla/5.0 (Android 16; Mobile; rv:156.0) Gecko/156.0 Firefox/156.0", 2],
];

const DESKTOPS: Weighted<string>[] = [
  [windows("Chrome/154.0.0.0 Safari/537.36"), 34],
  [windows("Chrome/154.0.0.0 Safari/537.36 Edg/154.0.0.0"), 17],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:156.0) Gecko/20100101 Firefox/156.0", 7],
  [windows("Chrome/152.0.0.0 Safari/537.36 OPR/136.0.0.0"), 2],
  [mac("537.36", "Chrome/154.0.0.0 Safari/537.36"), 15],
  [mac("605.1.15", "Version/26.6 Safari/605.1.15"), 14],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:156.0) Gecko/20100101 Firefox/156.0", 3],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:156.0) Gecko/20100101 Firefox/156.0", 3],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/154.0.0.0 Safari/537.36", 3],
  ["Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/152.0.0.0 Safari/537.36", 2],
];

const TABLETS: Weighted<string>[] = [
  [
    "Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.6 Mobile/15E148 Safari/604.1",
    6,
  ],
  [android("Chrome/154.0.0.0 Safari/537.36"), 3],
];

const APPS: Weighted<string>[] = [
  [ios("18_7", "Mobile/15E148 Instagram 406.0.0.28.85 (iPhone16,2; iOS 18_7; de_DE; de; scale=3.00; 1290x2796)"), 6],
  [
    webView(153, "Instagram 406.0.0.58.159 Android (35/15; 480dpi; 1080x2340; samsung; SM-S931B; pa1q; qcom; en_GB)"),
    4,
  ],
  [ios("18_7", "Mobile/15E148 [FBAN/FBIOS;FBAV/540.0.0.36.72;FBDV/iPhone16,2;FBSN/iOS;FBSV/18.7]"), 3],
  [webView(153, "[FB_IAB/FB4A;FBAV/540.0.0.53.107;IABMV/1;]"), 3],
  [ios("18_7", "Mobile/15E148 [LinkedInApp]/9.31.2345"), 2],
  [ios("18_7", "Mobile/15E148 musical_ly_42.5.0 BytedanceWebview/d8a21c6"), 2],
];

const BOTS: Weighted<string>[] = [
  ["facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", 5],
  ["WhatsApp/2.25.20.81 A", 5],
  ["Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", 4],
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", 4],
  ["Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", 2],
  ["LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)", 2],
  ["Twitterbot/1.0", 2],
  ["curl/8.14.1", 1],
];

export type DemoVisitor = { ip: string; country: string | null; userAgent: string; isApp: boolean };

/** @param onTheMove how likely it is a telephone, as of those who scan a poster */
export function makeVisitor(random: Random, onTheMove: number): DemoVisitor {
  const isMobile = random.isTrue(onTheMove);
  const isApp = isMobile && random.isTrue(0.12);
  const desk = random.isTrue(0.07) ? TABLETS : DESKTOPS;
  return {
    ip: makeAddress(random),
    country: random.isTrue(0.01) ? null : random.pickWeighted(COUNTRIES),
    userAgent: random.pickWeighted(isApp ? APPS : isMobile ? PHONES : desk),
    isApp,
  };
}

export function makeBot(random: Random): DemoVisitor {
  return { ip: makeAddress(random), country: "US", userAgent: random.pickWeighted(BOTS), isApp: false };
}

/** Of networks that are nobody's: RFC 6598, RFC 2544 and RFC 3849. */
function makeAddress(random: Random): string {
  const byte = () => random.integer(1, 254);
  const group = () => random.integer(1, 0xffff).toString(16);
  return random.pickWeighted([
    [() => `100.${random.integer(64, 127)}.${byte()}.${byte()}`, 45],
    [() => `198.${random.integer(18, 19)}.${byte()}.${byte()}`, 15],
    [() => `2001:db8:${group()}:${group()}::${group()}`, 40],
  ])();
}
