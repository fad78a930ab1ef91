/** A site that refers visitors, with all its host names. */
type Site = {
  /** Displayed name. */
  host: string;
  /** Other hosts without "www.", and the ids of its apps (android-app://, ios-app://). */
  aliases: string[];
  /** How the in-app browser identifies itself; such apps often send no referrer. */
  app?: { name: string; userAgent: RegExp };
};

/** The first match counts: apps of one company contain the names of others. */
export const SITES: Site[] = [
  {
    host: "messenger.com",
    aliases: ["l.messenger.com", "m.me", "com.facebook.orca"],
    app: { name: "Messenger", userAgent: /FBAN\/Messenger|Orca-Android|MessengerForiOS|MessengerLite/ },
  },
  {
    host: "instagram.com",
    aliases: ["l.instagram.com", "m.instagram.com", "com.instagram.android"],
    app: { name: "Instagram", userAgent: /\bInstagram[ /]\d/ },
  },
  {
    host: "threads.com",
    aliases: ["threads.net", "l.threads.net", "l.threads.com", "com.instagram.barcelona"],
    app: { name: "Threads", userAgent: /\bBarcelona \d/ },
  },
  {
    host: "facebook.com",
    aliases: [
      "l.facebook.com",
      "lm.facebook.com",
      "m.facebook.com",
      "mbasic.facebook.com",
      "mobile.facebook.com",
      "touch.facebook.com",
      "web.facebook.com",
      "business.facebook.com",
      "fb.com",
      "fb.me",
      "com.facebook.katana",
      "com.facebook.lite",
    ],
    app: { name: "Facebook", userAgent: /\bFB(?:AN|AV|_IAB)\/|\bMetaIAB Facebook/ },
  },
  {
    host: "whatsapp.com",
    aliases: ["l.wl.co", "wa.me", "web.whatsapp.com", "api.whatsapp.com", "com.whatsapp", "com.whatsapp.w4b"],
  },
  {
    host: "x.com",
    aliases: ["t.co", "twitter.com", "m.twitter.com", "mobile.twitter.com", "mobile.x.com", "com.twitter.android"],
    app: { name: "X", userAgent: /\bTwitter for (?:iPhone|iPad)|\bTwitterAndroid\b/ },
  },
  {
    host: "linkedin.com",
    aliases: ["lnkd.in", "m.linkedin.com", "touch.www.linkedin.com", "com.linkedin.android"],
    app: { name: "LinkedIn", userAgent: /\bLinkedInApp\b/ },
  },
  {
    host: "tiktok.com",
    aliases: ["m.tiktok.com", "vm.tiktok.com", "com.zhiliaoapp.musically", "com.ss.android.ugc.trill"],
    app: { name: "TikTok", userAgent: /\bmusical_ly|\bBytedanceWebview\b|\btrill_\d|\bBytedanceWebView\b|\bTikTok \d/ },
  },
  {
    host: "snapchat.com",
    aliases: ["web.snapchat.com", "com.snapchat.android"],
    app: { name: "Snapchat", userAgent: /\bSnapchat[ /]\d/ },
  },
  {
    host: "pinterest.com",
    aliases: ["pin.it", "m.pinterest.com", "com.pinterest"],
    app: { name: "Pinterest", userAgent: /\bPinterest(?: for |\/)/ },
  },
  {
    host: "reddit.com",
    aliases: [
      "out.reddit.com",
      "old.reddit.com",
      "new.reddit.com",
      "np.reddit.com",
      "amp.reddit.com",
      "m.reddit.com",
      "redd.it",
      "com.reddit.frontpage",
    ],
    app: { name: "Reddit", userAgent: /\bReddit\/(?:Version|\d)/ },
  },
  {
    host: "telegram.org",
    aliases: [
      "t.me",
      "web.telegram.org",
      "org.telegram.messenger",
      "org.telegram.messenger.web",
      "org.thunderdog.challegram",
    ],
    app: { name: "Telegram", userAgent: /\bTelegram-Android\// },
  },
  {
    host: "discord.com",
    aliases: ["discordapp.com", "canary.discord.com", "ptb.discord.com", "com.discord"],
    app: { name: "Discord", userAgent: /\bdiscord\/\d/i },
  },
  {
    host: "slack.com",
    aliases: ["app.slack.com", "slack-redir.net", "com.slack"],
    app: { name: "Slack", userAgent: /\bSlack(?:_SSB)?\/\d/ },
  },
  {
    host: "teams.microsoft.com",
    aliases: ["teams.live.com", "statics.teams.cdn.office.net", "com.microsoft.teams"],
    app: { name: "Microsoft Teams", userAgent: /\bTeams(?:Mobile)?-?(?:iOS|Android)?\/\d/ },
  },
  {
    host: "wechat.com",
    aliases: ["weixin.qq.com", "mp.weixin.qq.com", "com.tencent.mm"],
    app: { name: "WeChat", userAgent: /\bMicroMessenger\// },
  },
  {
    host: "weibo.com",
    aliases: ["m.weibo.cn", "weibo.cn", "t.cn", "com.sina.weibo"],
    app: { name: "Weibo", userAgent: /\bWeibo \(|__weibo__/ },
  },
  { host: "line.me", aliases: ["jp.naver.line.android"], app: { name: "LINE", userAgent: /\bLine\/\d/ } },
  { host: "kakaotalk.com", aliases: ["com.kakao.talk"], app: { name: "KakaoTalk", userAgent: /\bKAKAOTALK\b/ } },
  {
    host: "naver.com",
    aliases: ["m.naver.com", "search.naver.com", "m.search.naver.com", "com.nhn.android.search"],
    app: { name: "NAVER", userAgent: /\bNAVER\(inapp/ },
  },
  { host: "viber.com", aliases: ["com.viber.voip"], app: { name: "Viber", userAgent: /\bViber\/\d/ } },
  { host: "vk.com", aliases: ["m.vk.com", "away.vk.com", "vk.ru", "m.vk.ru", "com.vkontakte.android"] },
  { host: "youtube.com", aliases: ["m.youtube.com", "youtu.be", "music.youtube.com", "com.google.android.youtube"] },
  {
    host: "google.com",
    aliases: ["com.google.android.googlequicksearchbox", "com.google.googlemobile"],
    app: { name: "Google app", userAgent: /\bGSA\/\d/ },
  },
  { host: "mail.google.com", aliases: ["com.google.android.gm", "com.google.gmail"] },
  { host: "news.google.com", aliases: ["com.google.android.apps.magazines"] },
  {
    host: "bing.com",
    aliases: ["cn.bing.com", "com.microsoft.bing"],
    app: { name: "Bing app", userAgent: /\bBingSapphire\// },
  },
  {
    host: "outlook.com",
    aliases: ["outlook.live.com", "outlook.office.com", "outlook.office365.com", "com.microsoft.office.outlook"],
  },
  { host: "duckduckgo.com", aliases: ["html.duckduckgo.com", "lite.duckduckgo.com", "com.duckduckgo.mobile.android"] },
  { host: "bsky.app", aliases: ["go.bsky.app", "xyz.blueskyweb.app"] },
  { host: "wikipedia.org", aliases: ["org.wikipedia"] },
];
