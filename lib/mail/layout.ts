import type { Mail } from "@/lib/mail/send";

type Content = {
  brand: string;
  subject: string;
  /** Paragraphs above the button. */
  lead: readonly string[];
  /** Between the paragraphs and the button. */
  lists?: readonly MailList[];
  action: { label: string; link: string };
  /** Small print below the button. */
  notes: readonly string[];
  /** The last link. */
  unsubscribe?: { label: string; link: string };
};

/** A titled list of names, each with its value. */
export type MailList = { title: string; rows: readonly { name: string; value: string }[] };

/** Renders the same content as text and as HTML. */
export function composeMail(content: Content): Omit<Mail, "to"> {
  const { subject, lead, lists = [], action, notes, unsubscribe } = content;
  const links = unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.link}`] : [];
  const text = [...lead, ...lists.map(listText), `${action.label}:\n${action.link}`, ...notes, ...links];
  return { subject, text: `${text.join("\n\n")}\n`, html: mailHtml(content) };
}

function listText({ title, rows }: MailList): string {
  return [`${title}:`, ...rows.map(({ name, value }) => `- ${name}: ${value}`)].join("\n");
}

/** The layout of all emails: tables and inline styles, for the sake of mail clients. */
function mailHtml({ brand, subject, lead, lists = [], action, notes, unsubscribe }: Content): string {
  const href = escapeHtml(action.link);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #101412 !important; }
  .card { background: #171c19 !important; border-color: #2b332e !important; }
  .strong { color: #eef2f0 !important; }
  .soft { color: #a3ada8 !important; }
  .rule { border-color: #2b332e !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f8f7">
<table role="presentation" class="page" width="100%" cellspacing="0" cellpadding="0" border="0" style="background:#f6f8f7"><tr><td align="center" style="padding:32px 16px;font:15px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<table role="presentation" class="card" width="480" cellspacing="0" cellpadding="0" border="0" style="max-width:480px;width:100%;background:#ffffff;border:1px solid #e1e6e3;border-radius:12px;border-collapse:separate">
<tr><td style="padding:28px 28px 24px;text-align:left">
<p class="soft" style="margin:0 0 20px;font-size:13px;font-weight:600;color:#56615b">${escapeHtml(brand)}</p>
<h1 class="strong" style="margin:0 0 12px;font-size:20px;line-height:1.3;color:#141b17;overflow-wrap:anywhere">${escapeHtml(subject)}</h1>
${lead.map((text) => `<p class="strong" style="margin:0 0 12px;color:#141b17;overflow-wrap:anywhere">${escapeHtml(text)}</p>`).join("\n")}
${lists.map(listHtml).join("\n")}
<table role="presentation" cellspacing="0" cellpadding="0" border="0" style="margin:20px 0 4px;border-collapse:separate"><tr><td style="border-radius:8px;background:#066744"><a href="${href}" style="display:inline-block;padding:11px 20px;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></td></tr></table>
</td></tr>
<tr><td class="soft rule" style="padding:16px 28px 24px;border-top:1px solid #e1e6e3;font-size:13px;color:#56615b;text-align:left">
${notes.map((text) => `<p style="margin:0 0 8px">${escapeHtml(text)}</p>`).join("\n")}
<p style="margin:0;overflow-wrap:anywhere;word-break:break-word">${href}</p>
${unsubscribe ? `<p style="margin:8px 0 0"><a class="soft" href="${escapeHtml(unsubscribe.link)}" style="color:#56615b">${escapeHtml(unsubscribe.label)}</a></p>` : ""}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function listHtml({ title, rows }: MailList): string {
  const cell = "padding:6px 0;border-top:1px solid #e1e6e3";
  return `<h2 class="strong" style="margin:20px 0 6px;font-size:15px;line-height:1.4;color:#141b17">${escapeHtml(title)}</h2>
<table width="100%" cellspacing="0" cellpadding="0" border="0" style="font-size:14px">
${rows
  .map(
    ({ name, value }) =>
      `<tr><td class="strong rule" style="${cell};color:#141b17;overflow-wrap:anywhere">${escapeHtml(name)}</td><td class="soft rule" width="45%" align="right" style="${cell};padding-left:16px;color:#56615b">${escapeHtml(value)}</td></tr>`,
  )
  .join("\n")}
</table>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
