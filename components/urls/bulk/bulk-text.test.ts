import {
  bulkQuestion,
  CONFIRM_ABOVE,
  doneToast,
  filterText,
  fits,
  undoFailedToast,
  undoneToast,
} from "@/components/urls/bulk/bulk-text";
import type { BulkAction, BulkOutcome } from "@/components/urls/bulk/bulk-urls";
import { NO_GROUP } from "@/components/urls/group-options";
import { ALL, NO_CREATOR, NO_FILTERS } from "@/components/urls/list/url-filters";
import type { ShortUrl, UrlStatus } from "@/lib/urls/types";

const GROUPS = [{ id: "g", name: "Shop", description: null, userLimit: 5 }];

const link = (shortCode: string, status: UrlStatus = "active"): ShortUrl => ({
  id: shortCode,
  shortCode,
  shortUrl: `https://hop.example/${shortCode}`,
  originalUrl: "https://example.com/",
  status,
  clickCount: 0,
  createdAt: "2026-01-01T00:00:00.000Z",
  createdById: "u",
  groupId: "g",
  faviconUrl: null,
  qrCodeUrl: null,
});

const outcome = (changed: number, skipped = 0, refused: string[] = []): BulkOutcome => ({
  changed,
  skipped,
  refused: { ids: refused, reason: refused.length > 0 ? "URL limit reached: maximum 1 active URL" : "" },
  changeId: changed > 0 ? "c" : null,
});

const undo = jest.fn();

test.each<[string, BulkOutcome, BulkAction, object]>([
  ["all", outcome(3), { action: "pause" }, { title: "3 URLs paused" }],
  ["one deleted", outcome(1), { action: "delete" }, { title: "URL deleted successfully" }],
  [
    "some skipped",
    outcome(230, 16),
    { action: "pause" },
    { title: "230 paused, 16 skipped", description: "Skipped: already paused or deleted." },
  ],
  [
    "some refused",
    outcome(1, 0, ["a"]),
    { action: "activate" },
    {
      variant: "destructive",
      title: "1 of 2 URLs activated",
      description: "URL limit reached: maximum 1 active URL",
    },
  ],
  [
    "some skipped, some refused",
    outcome(1, 2, ["a"]),
    { action: "activate" },
    {
      variant: "destructive",
      title: "1 of 4 URLs activated",
      description: "URL limit reached: maximum 1 active URL. 2 skipped: already active or deleted.",
    },
  ],
  [
    "thousands, one refused",
    outcome(4999, 0, ["a"]),
    { action: "pause" },
    {
      variant: "destructive",
      title: "4,999 of 5,000 URLs paused",
      description: "URL limit reached: maximum 1 active URL",
    },
  ],
])("the toast says what was done: %s", (_name, result, action, expected) => {
  const toast = doneToast(result, action, undo);
  expect(toast).toEqual({ ...expected, actions: [{ label: "Undo", onClick: expect.any(Function) }] });
  toast.actions?.[0]?.onClick();
  expect(undo).toHaveBeenLastCalledWith("c");
});

test("a change that affects nothing offers no Undo", () => {
  const { actions, title } = doneToast(outcome(0, 2), { action: "move", groupId: "g" }, undo);
  expect([actions, title]).toEqual([undefined, "0 moved, 2 skipped"]);
});

test("the toast after an undo names what was not restored", () => {
  const urls = ["a", "b", "c", "d", "e"].map((code) => link(code));
  expect(undoneToast(outcome(2), urls)).toEqual({ title: "2 URLs restored" });
  expect(undoneToast(outcome(1), urls)).toEqual({ title: "URL updated successfully" });
  const refused = { ids: ["a", "b", "c", "d"], reason: "This short URL was changed in the meantime" };
  const expected = {
    variant: "destructive",
    title: "1,000 of 1,004 URLs restored",
    description: "Not restored: a, b, c and 1 more. This short URL was changed in the meantime.",
  };
  expect(undoneToast({ ...outcome(1000), refused }, urls)).toEqual(expected);
});

test("a failed undo can be retried, unless the server says why", () => {
  const failed = { variant: "destructive", title: "Failed to update URL" };
  expect(undoFailedToast(undefined, undo)).toEqual({ ...failed, actions: [{ label: "Undo", onClick: undo }] });
  expect(undoFailedToast("Change not found", undo)).toEqual({ ...failed, description: "Change not found" });
});

test.each<[BulkAction, UrlStatus, boolean]>([
  [{ action: "pause" }, "active", true],
  [{ action: "pause" }, "paused", false],
  [{ action: "pause" }, "deleted", false],
  [{ action: "activate" }, "paused", true],
  [{ action: "activate" }, "active", false],
  [{ action: "activate" }, "deleted", false],
  [{ action: "delete" }, "paused", true],
  [{ action: "delete" }, "deleted", false],
  [{ action: "move", groupId: null }, "active", true],
  [{ action: "move", groupId: "g" }, "active", false],
])("%j fits a link that is %s: %s", (action, status, expected) => {
  expect(fits(link("a", status), action)).toBe(expected);
});

test("the confirmation names the number, the filter and what is skipped", () => {
  const asked = {
    filters: { ...NO_FILTERS, text: " spring ", status: "active", groupId: "g" } as const,
    groups: GROUPS,
  };
  expect(bulkQuestion({ ...asked, action: { action: "pause" }, fitting: 230, selected: 246 })).toEqual({
    title: "Pause 230 short URLs?",
    description:
      "Filter: “spring”, status active, group Shop. 16 selected URLs will be skipped: already paused or deleted.",
    confirmLabel: "Pause",
  });
  const { title, description } = bulkQuestion({
    ...asked,
    action: { action: "move", groupId: "g" },
    fitting: CONFIRM_ABOVE + 1,
    selected: CONFIRM_ABOVE + 1,
    filters: NO_FILTERS,
  });
  expect([title, description]).toEqual(["Move 21 short URLs to Shop?", "No filter is set."]);
});

test("a confirmation of few deletions names no filter", () => {
  const action = { action: "delete" } as const;
  const few = { action, fitting: 2, selected: 3, filters: { ...NO_FILTERS, text: "spring" }, groups: GROUPS };
  expect(bulkQuestion(few)).toEqual({
    title: "Delete 2 short URLs?",
    description:
      "Visitors will see that the links are no longer available. Their clicks are kept. The codes can't be reused. Shared pages of their statistics are revoked, and stay revoked if you undo this. 1 selected URL can't be deleted and will be skipped.",
    confirmLabel: "Delete",
  });
});

test.each([
  [{ groupId: NO_GROUP }, "Filter: no group."],
  [{ status: ALL, creatorId: "u" }, "Filter: deleted links too, owner Anna Brandt."],
  [{ creatorId: NO_CREATOR }, "Filter: no owner."],
] as const)("%j is named: %s", (filters, text) => {
  expect(filterText({ ...NO_FILTERS, ...filters }, { groups: GROUPS, owner: "Anna Brandt" })).toBe(text);
});
