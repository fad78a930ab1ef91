import { activityHref } from "@/components/audit/activity-address";
import type { Activity } from "@/lib/audit/types";

const ID = "01a1fc5e-4134-71bc-853e-e2a42d7b784a";
const NOTHING = { subjectLabel: "label", subjectId: ID, subjectEmail: null, subjectGroupId: null };

test.each<[string, Partial<Activity>, string | null]>([
  ["short_url", { subjectLabel: "Spring" }, "/urls?q=Spring&status=all"],
  ["short_urls", { subjectLabel: "3 URLs", action: "short_urls.pause" }, "/urls?status=paused"],
  ["short_urls", { subjectLabel: "3 URLs", action: "short_urls.activate" }, "/urls?status=active"],
  ["short_urls", { subjectLabel: "3 URLs", action: "short_urls.delete" }, "/urls?status=deleted"],
  ["short_urls", { subjectLabel: "3 URLs", action: "short_urls.move" }, "/urls"],
  ["user", { subjectLabel: "old@example.com", subjectEmail: "ada+b@example.com" }, "/users?q=ada%2Bb%40example.com"],
  ["user", { subjectEmail: null }, null],
  ["group", {}, `/groups?group=${ID}`],
  ["api_key", { subjectGroupId: ID }, `/api-keys?group=${ID}`],
  ["api_key", { subjectGroupId: null }, null],
  ["setting", { subjectId: "smtp_host" }, "/settings"],
  ["backup", {}, "/settings"],
  ["qr_codes", {}, "/qr-codes"],
  ["qr_logo", {}, "/qr-codes"],
  ["qr_template", {}, "/qr-codes?tab=templates"],
  ["favicons", {}, "/urls"],
  ["session", { subjectEmail: "ada@example.com" }, "/users?q=ada%40example.com"],
  ["session", { subjectEmail: null }, null],
  ["export", { subjectId: ID }, `/urls/${ID}`],
  ["export", { subjectId: ID, subjectGroupId: ID }, `/groups/${ID}`],
  ["export", { subjectId: "" }, "/analytics"],
  ["thing", {}, null],
])("a change to a %s with %j leads to %s", (subjectType, entry, expected) => {
  const activity = { id: ID, occurredAt: "", actorLabel: "Ada", action: "thing.update", ...NOTHING, ...entry };
  expect(activityHref({ ...activity, subjectType })).toBe(expected);
});
