import Bowser from "bowser";
import { isbot } from "isbot";
import { SITES } from "@/lib/clicks/sites";
import { memoize } from "@/lib/memoize";

export type DeviceType = "mobile" | "tablet" | "desktop" | "other";

export type Agent = {
  isBot: boolean;
  /** Null if unknown, and for bots, which can claim anything. */
  deviceType: DeviceType | null;
  /** Without a version. */
  os: string | null;
  browser: string | null;
  /** The site of an in-app browser. */
  appHost: string | null;
};

const BOT: Agent = { isBot: true, deviceType: null, os: null, browser: null, appHost: null };

/** A few user agents account for most visits, and parsing one takes a hundred regular expressions. */
const MAX_KNOWN = 10_000;

/** A missing user agent counts as a bot. */
export const readUserAgent = memoize(MAX_KNOWN, (userAgent: string): Agent => {
  if (!userAgent || isbot(userAgent)) return BOT;
  const parser = Bowser.getParser(userAgent, true);
  const site = SITES.find(({ app }) => app?.userAgent.test(userAgent));
  return {
    isBot: false,
    deviceType: deviceTypeOf(userAgent),
    os: osOf(userAgent, parser.getOSName()),
    browser: site?.app?.name ?? browserOf(userAgent, parser.getBrowserName()),
    appHost: site?.host ?? null,
  };
});

/** The order matters: a TV may also match Android or Linux, a tablet may also match mobile. */
const DEVICE_TYPES: [DeviceType, RegExp][] = [
  ["other", /smart-?tv|\btv\b|googletv|appletv|hbbtv|netcast|web0s|crkey|\broku|bravia|\bfire tv|\baft[a-z]{1,3}\b/i],
  ["other", /playstation|xbox|nintendo|watch|\bquest \d/i],
  ["tablet", /ipad|tablet(?! pc)|playbook|kindle|silk(?!.*mobile)|^(?!.*(?:mobi|opera mini)).*android/i],
  ["mobile", /mobi|iphone|ipod|windows phone|blackberry|\bbb10\b|opera mini|midp|symbian|kaios/i],
  ["desktop", /windows|macintosh|x11|linux|\bcros\b|bsd/i],
];

function deviceTypeOf(userAgent: string): DeviceType | null {
  return DEVICE_TYPES.find(([, sign]) => sign.test(userAgent))?.[0] ?? null;
}

/** Operating systems that Bowser does not know or gets wrong. */
const OTHER_OS: [name: string, sign: RegExp][] = [
  ["PlayStation", /playstation/i],
  ["Xbox", /\bxbox\b/i],
  ["Nintendo", /nintendo/i],
  ["KaiOS", /\bkaios\b/i],
  ["Fire OS", /\bsilk\/|\bkf[a-z]{2,5}\b|\baft[a-z]{1,4}\b/i],
  ["webOS", /\bweb[0o]s\b/i],
  ["HarmonyOS", /harmony/i],
  ["FreeBSD", /freebsd/i],
  ["OpenBSD", /openbsd/i],
];

function osOf(userAgent: string, name: string): string | null {
  return OTHER_OS.find(([, sign]) => sign.test(userAgent))?.[0] ?? (name || null);
}

const OTHER_BROWSERS: [name: string, sign: RegExp][] = [
  ["Opera Mini", /opera mini/i],
  ["Firefox Focus", /\b(?:focus|klar)\//i],
  ["Firefox", /\bfxios\//i],
  ["Ecosia", /\becosia\b/i],
  ["Brave", /\bbrave\b/i],
  ["Huawei Browser", /huaweibrowser/i],
  ["Mi Browser", /miuibrowser/i],
  ["Oculus Browser", /oculusbrowser/i],
  ["PlayStation", /playstation/i],
];

/** Our names by Bowser's. For unknown browsers Bowser returns the first word, which can be anything. */
const BROWSER_NAMES = new Map<string, string>([
  ...Object.values(Bowser.BROWSER_MAP).map((name): [string, string] => [name, name]),
  ["Microsoft Edge", "Edge"],
  ["Samsung Internet for Android", "Samsung Internet"],
  ["Opera Touch", "Opera"],
  ["Opera Coast", "Opera"],
  ["NAVER Whale Browser", "Whale"],
  ["Amazon Silk", "Silk"],
  ["WebOS Browser", "LG Browser"],
]);

function browserOf(userAgent: string, name: string): string | null {
  return OTHER_BROWSERS.find(([, sign]) => sign.test(userAgent))?.[0] ?? BROWSER_NAMES.get(name) ?? null;
}
