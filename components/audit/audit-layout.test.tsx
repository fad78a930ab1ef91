import { renderToStaticMarkup } from "react-dom/server";
import { auditTableLayout } from "@/components/audit/audit-layout";
import type { AuditEntry } from "@/lib/audit/types";
import { toPeopleWords, toSearchWords } from "@/lib/search-text";

const entry = {
  occurredAt: "2026-11-21T12:00:00.000Z",
  actorId: "1",
  apiKeyId: null,
  actorLabel: "Ann Lee",
  subjectId: "2",
  subjectEmail: null,
  subjectGroupId: null,
  before: null,
  after: null,
};
const created: Partial<AuditEntry> = {
  action: "short_url.create",
  subjectType: "short_url",
  subjectLabel: "Spring",
  after: { originalUrl: "https://shop.example/lee", status: "active" },
};
const renamed: Partial<AuditEntry> = {
  action: "user.update",
  subjectType: "user",
  subjectLabel: "lee@north.example",
  before: { lastName: "Leeds", role: "group_admin" },
  after: { lastName: "Lee", role: "shortcode_admin" },
};

test.each<[string, string, Partial<AuditEntry>, string[]]>([
  ["nothing searched", "", created, []],
  ["a short code and a destination", "spring shop", created, ["Spring", "shop"]],
  ["a pasted short URL", "https://hop.example/spring", created, ["Spring"]],
  ["who acted, and a destination", "lee", created, ["Lee", "lee"]],
  ["no other field of a link", "active", created, []],
  ["a person's address and names", "lee", renamed, ["Lee", "lee", "Lee", "Lee"]],
  ["no other field of a person", "admin", renamed, []],
  ["no API key, which is not searched", "lee", { ...created, actorId: null, apiKeyId: "3", after: null }, []],
  ["no group, which is not searched", "spring", { ...created, subjectType: "group", action: "group.create" }, []],
])("marks %s", (_what, text, fields, expected) => {
  const words = { urls: toSearchWords(text, "https://hop.example"), people: toPeopleWords(text) };
  const context = { groupNames: new Map(), onActor: () => {}, words };
  const cells = auditTableLayout.columns
    .filter(({ title }) => title !== "When")
    .map(({ title, cell }) => <div key={title}>{cell({ ...entry, ...fields } as AuditEntry, context)}</div>);
  const html = renderToStaticMarkup(cells);
  expect([...html.matchAll(/<mark[^>]*>(.*?)<\/mark>/g)].map(([, found]) => found)).toEqual(expected);
});
