import { announceAdded } from "@/components/groups/announce-added";
import { dismissToast, getToasts, toast } from "@/components/ui/toast/toast-store";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const shown = () => getToasts().map(({ title, description }) => [title, description]);

test("people added in quick succession are named together", () => {
  announceAdded("Ada Lovelace");
  expect(shown()).toEqual([["Member added successfully", "Ada Lovelace"]]);
  announceAdded("Alan Turing");
  expect(shown()).toEqual([["2 members added successfully", "Ada Lovelace, Alan Turing"]]);
});

test("a toast that was dismissed or replaced is not repeated", () => {
  announceAdded("Ada Lovelace");
  dismissToast(getToasts()[0]?.id ?? 0);
  announceAdded("Alan Turing");
  expect(shown()).toEqual([["Member added successfully", "Alan Turing"]]);
  toast({ title: "Failed to add member" });
  announceAdded("Grace Hopper");
  expect(shown()).toEqual([["Member added successfully", "Grace Hopper"]]);
});
