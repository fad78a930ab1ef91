type Content = {
  brand: string;
  title: string;
  action: { label: string; link: string };
  paragraphs: string[];
};

/** One look for all mails: tables and inline styles, which is what mail programs understand. */
export function mailHtml({ brand, title, action, paragraphs }: Content): string {
  const text = paragraphs.map((paragraph) => `<p style="margin:0 0 12px">${escapeHtml(paragraph)}</p>`).join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #0f1115 !important; }
  .card { background: #171a21 !important; border-color: #2a2f3a !important; }
  .strong { color: #f2f4f8 !important; }
  .soft { color: #a5adba !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:32px 16px;background:#f6f7f9;font:15px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center">
<table role="presentation" class="card" width="480" cellspacing="0" cellpadding="0" style="max-width:480px;width:100%;background:#fff;border:1px solid #e3e6eb;border-radius:12px">
<tr><td style="padding:32px">
<p class="soft" style="margin:0 0 24px;font-weight:600;color:#5b6472">${escapeHtml(brand)}</p>
<h1 class="strong" style="margin:0 0 24px;font-size:20px;line-height:1.3;color:#14171c">${escapeHtml(title)}</h1>
<p style="margin:0 0 24px"><a href="${escapeHtml(action.link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#066744;color:#fff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<div class="soft" style="color:#5b6472">
${text}
<p style="margin:0;font-size:13px;word-break:break-all">${escapeHtml(action.link)}</p>
</div>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
