import { renderToStaticMarkup } from "react-dom/server";
import { auditChanges } from "@/components/audit/audit-changes";
import { AuditChanges } from "@/components/audit/audit-changes-list";

// Otherwise the browser would take the server's time zone, or reject its markup.
test("a moment is marked up as one, so that the browser shows it in the viewer's time zone", () => {
  const changes = auditChanges({ before: null, after: { expiresAt: "2026-12-24T22:59:59.999Z" } }, new Map());
  const html = renderToStaticMarkup(<AuditChanges changes={changes} />);
  expect(html).toMatch(/Expires: <ins[^>]*><time dateTime="2026-12-24T22:59:59.999Z">Dec 2\d, 2026/);
});

test.each([
  ["of 300 characters", "x".repeat(300), [], false],
  ["of 301 characters", "x".repeat(301), [], true],
  ["of 300 emoji", "🦊".repeat(300), [], false],
  ["with what is searched at its start", `spring${"x".repeat(300)}`, ["spring"], true],
  ["with what is searched at its end", `${"x".repeat(300)}spring`, ["spring"], false],
])("a text %s is cut: %s", (_what, text, searched, isCut) => {
  const changes = auditChanges({ before: null, after: { originalUrl: text } }, new Map());
  const html = renderToStaticMarkup(<AuditChanges changes={changes} searched={searched} />);
  expect(html.includes(">Show all</button>")).toBe(isCut);
  expect(html.replaceAll(/<[^>]+>/g, "").includes(text)).toBe(!isCut);
});
