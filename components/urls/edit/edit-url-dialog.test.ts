import { changedInput, savedToast } from "@/components/urls/edit/edit-url-dialog";
import type { UpdateUrlInput } from "@/lib/urls/schema";
import type { UrlStatus } from "@/lib/urls/types";

const SHOWN: UpdateUrlInput = { originalUrl: "HTTPS://Example.com/new", status: "active", groupId: null };

test.each<[changed: Parameters<typeof changedInput>[1], seen: UrlStatus, sent: UpdateUrlInput]>([
  [{ status: true, groupId: true }, "paused", { status: "active", ifStatus: "paused", groupId: null }],
  [{ originalUrl: true }, "active", { originalUrl: "https://example.com/new" }],
  // Chosen before somebody else made the same change.
  [{ status: true, originalUrl: true }, "active", { originalUrl: "https://example.com/new" }],
  // The one that was first shown, chosen over somebody else's.
  [{}, "deleted", { status: "active", ifStatus: "deleted" }],
])("of the edit form, only changes are sent, with a canonical destination: %j over %s", (changed, seen, sent) => {
  expect(changedInput(SHOWN, changed, seen)).toEqual(sent);
});

test.each<[saved: UrlStatus, expected: UrlStatus, description: string | undefined]>([
  ["deleted", "deleted", undefined],
  ["deleted", "active", "This link has been deleted in the meantime."],
  ["active", "paused", "This link has been activated in the meantime."],
])("a link saved as %s by a user who expects %s", (saved, expected, description) => {
  expect(savedToast(saved, expected)).toEqual({ title: "URL updated successfully", description });
});
