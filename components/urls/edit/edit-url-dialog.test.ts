import { changedInput } from "@/components/urls/edit/edit-url-dialog";
import type { UpdateUrlInput } from "@/lib/urls/schema";

const SHOWN: UpdateUrlInput = { originalUrl: "HTTPS://Example.com/new", status: "active", groupId: null };

test.each<[changed: Parameters<typeof changedInput>[1], sent: UpdateUrlInput]>([
  [
    { status: true, groupId: true },
    { status: "active", ifStatus: "paused", groupId: null },
  ],
  [{ originalUrl: true }, { originalUrl: "https://example.com/new" }],
])("of the edit form, only changes are sent, with a canonical destination: %j", (changed, sent) => {
  expect(changedInput(SHOWN, changed, "paused")).toEqual(sent);
});

test("a status that replaces any other is sent even if it is the one first shown", () => {
  expect(changedInput(SHOWN, {}, undefined)).toEqual({ status: "active" });
});
