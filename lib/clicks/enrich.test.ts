import { enrichClick } from "@/lib/clicks/enrich";
import type { Click } from "@/lib/clicks/types";

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const click: Click = {
  id: "0190a0a0-0000-7000-8000-000000000000",
  urlId: "0190a0a0-0000-7000-8000-000000000001",
  at: 0,
  accessMethod: "direct",
  ip: null,
  referer: null,
  userAgent: phone,
  country: null,
  isPrefetch: false,
};

test.each([
  ["a phone", {}, false],
  ["a phone that fetches ahead", { isPrefetch: true }, true],
  ["a search engine", { userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" }, true],
  ["a chat's preview", { userAgent: "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" }, true],
  ["curl", { userAgent: "curl/8.9.1" }, true],
  ["an empty user agent", { userAgent: "" }, true],
  ["no user agent", { userAgent: null }, true],
])("%s", (_name, differences, isBot) => {
  expect(enrichClick({ ...click, ...differences }).isBot).toBe(isBot);
});
