export const notFoundPage = page("404 Page Not Found", "Did you forget to add the page to the router?");

export const unavailablePage = page("Link temporarily unavailable", "Please try again in a few seconds.");

export const tooManyPage = page(
  "Too many requests",
  "Too many unknown links were opened from your network. Please try again in a few seconds.",
);

export const loopPage = page("This link leads back to itself", "Please contact the link administrator.");

/** A complete document without scripts or anything to load, to be built once. `head` is added to its head. */
export function page(title: string, text: string, head = ""): string {
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
body { margin: 0; padding: max(4rem, 18dvh) 16px 64px; font: 0.875rem/1.7 system-ui, sans-serif; background: light-dark(oklch(0.982 0.003 160), oklch(0.168 0.006 165)); color: light-dark(oklch(0.49 0.013 165), oklch(0.72 0.01 160)) }
main { max-width: 384px; margin: auto; text-align: center }
svg { width: 44px; height: 44px; margin-bottom: 24px }
h1 { margin: 0 0 8px; font-size: 1.5rem; line-height: 1.35; font-weight: 600; letter-spacing: -0.02em; color: light-dark(oklch(0.225 0.012 165), oklch(0.955 0.004 160)) }
p { margin: 0 }
rect { fill: light-dark(oklch(0.475 0.105 162), oklch(0.79 0.135 162)) }
path { fill: none; stroke-width: 3; stroke-linecap: round }
path, circle { stroke: light-dark(#fff, oklch(0.2 0.035 165)) }
circle { fill: light-dark(#fff, oklch(0.2 0.035 165)); stroke: none }
</style>
</head>
<body>
<main>
<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9"/><path d="M10.5 7.5v17M10.5 18c0-7 11-7 11-.5"/><circle cx="21.5" cy="24" r="2"/></svg>
<h1>${title}</h1>
<p>${text}</p>
</main>
</body>
</html>
`;
}
