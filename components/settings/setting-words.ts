/** Shared by the sections and their skeletons. */
export const BASE_URL_WORDS = {
  title: "Base URL",
  description: "The public address of this installation. Short links, QR codes and links in emails start with it.",
} as const;

export const QR_WORDS = {
  title: "QR codes",
  description:
    "Who can see them. They always lead to the short link, and anyone who can see the link can download them.",
} as const;

export const MAIL_WORDS = {
  title: "Mail server",
  description: "Sends sign-in links and notifications. Without one, the server prints sign-in links to its log.",
} as const;
