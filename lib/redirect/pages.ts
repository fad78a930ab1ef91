/** Pages of the hot path: whole documents made once, with nothing to fetch and no script. */

export const notFoundPage = page("404 Page Not Found", "Did you forget to add the page to the router?");

export const unavailablePage = page("Link temporarily unavailable", "Please try again in a few seconds.");

/** While the app starts, behind a front that answers already. Reloads itself. */
export const startingPage = page(
  "Starting",
  "The dashboard will be here in a moment.",
  '<meta http-equiv="refresh" content="2">',
);

function page(title: string, text: string, head = ""): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${head}
<title>${title}</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 24px; box-sizing: border-box; font: 15px/1.6 system-ui, sans-serif; background: light-dark(#fafafa, #0c0d10); color: light-dark(#55585f, #a0a4ad) }
main { max-width: 400px; text-align: center }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.3; letter-spacing: -0.01em; color: light-dark(#16181d, #f1f2f4) }
p { margin: 0 }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
</body>
</html>
`;
}
