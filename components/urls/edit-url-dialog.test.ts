import { changedInput } from "@/components/urls/edit-url-dialog";
import type { UpdateUrlInput } from "@/lib/urls/schema";

const SHOWN: UpdateUrlInput = { originalUrl: "HTTPS://Example.com/new", status: "active", groupId: null };

test.each<[changed: Parameters<typeof changedInput>[1], sent: UpdateUrlInput]>([
  [{}, {}],
  // A colleague may have paused the link while the form was open.
  [{ originalUrl: true }, { originalUrl: "https://example.com/new" }],
  [{ status: true }, { status: "active" }],
  [{ groupId: true }, { groupId: null }],
  [
    { originalUrl: true, status: true, groupId: true },
    { ...SHOWN, originalUrl: "https://example.com/new" },
  ],
])("of the edit form, only changes are sent: %j", (changed, sent) => {
  expect(changedInput(SHOWN, changed)).toEqual(sent);
});
