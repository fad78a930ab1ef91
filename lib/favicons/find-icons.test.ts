import { findIcons } from "@/lib/favicons/find-icons";

const page = new URL("https://site.example/deep/page?x=1");
const paths = (html: string) => findIcons(html, page).map(({ href }) => href.replace("https://site.example", ""));

test.each([
  ["nothing", "", ["/favicon.ico"]],
  ["an icon", '<link rel="icon" href="a.png">', ["/deep/a.png", "/favicon.ico"]],
  ["the old name", "<LINK REL='Shortcut Icon' HREF='/a.ico'>", ["/a.ico", "/favicon.ico"]],
  ["another host", '<link rel="icon" href="//cdn.example/a.png">', ["https://cdn.example/a.png", "/favicon.ico"]],
  ["a base", '<base href="/assets/"><link rel="icon" href="a.png">', ["/assets/a.png", "/favicon.ico"]],
  [
    "several sizes",
    '<link rel="icon" sizes="16x16" href="/16.png"><link rel="icon" sizes="192x192" href="/192.png"><link rel="icon" sizes="48x48" href="/48.png">',
    ["/48.png", "/192.png", "/16.png", "/favicon.ico"],
  ],
  [
    "an icon for home screens",
    '<link rel="apple-touch-icon" href="/touch.png"><link rel="icon" href="/a.png">',
    ["/a.png", "/favicon.ico", "/touch.png"],
  ],
  ["a drawing", '<link rel="icon" type="image/svg+xml" href="/a"><link rel="icon" href="/b.SVG">', ["/favicon.ico"]],
  ["other links", '<link rel="stylesheet" href="/a.css"><link rel="mask-icon" href="/m.png">', ["/favicon.ico"]],
  ["a script", '<link rel="icon" href="javascript:alert(1)">', ["/favicon.ico"]],
  ["data", '<link rel="icon" href="data:image/png;base64,AAAA">', ["/favicon.ico"]],
  ["an address that is none", '<link rel="icon" href="http://[">', ["/favicon.ico"]],
  ["a link in the text", '<head></head><body><link rel="icon" href="/a.png">', ["/favicon.ico"]],
  ["a link in a comment", '<!-- <link rel="icon" href="/a.png"> -->', ["/favicon.ico"]],
  ["entities", '<link rel="icon" href="/a.png?x=1&amp;y=2">', ["/a.png?x=1&y=2", "/favicon.ico"]],
])("%s", (_name, html, expected) => {
  expect(paths(html)).toEqual(expected);
});
