/** What the sections say of themselves; their skeletons too, so that nothing jumps. */
export const BASE_URL_WORDS = {
  title: "Base URL",
  description:
    "The address at which people reach this installation. Short links, QR codes and the links in mails begin with it.",
} as const;

export const MAIL_WORDS = {
  title: "Mail server",
  description: "Sign-in links and notices are sent through it. Without one, sign-in links are printed by the server.",
} as const;
