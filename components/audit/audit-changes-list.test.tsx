import { renderToStaticMarkup } from "react-dom/server";
import { auditChanges } from "@/components/audit/audit-changes";
import { AuditChanges } from "@/components/audit/audit-changes-list";

// Otherwise the browser would take the server's time zone, or reject its markup.
test("a moment is marked up as one, so that the browser shows it in the viewer's time zone", () => {
  const changes = auditChanges({ before: null, after: { expiresAt: "2026-12-24T22:59:59.999Z" } }, new Map());
  const html = renderToStaticMarkup(<AuditChanges changes={changes} />);
  expect(html).toMatch(/Expires: <ins[^>]*><time dateTime="2026-12-24T22:59:59.999Z">Dec 2\d, 2026/);
});
