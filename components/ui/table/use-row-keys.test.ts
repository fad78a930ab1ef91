import { announced } from "@/components/ui/table/use-row-keys";

test("a repeated announcement is announced again to screen readers", () => {
  const texts: string[] = [""];
  for (const text of ["Selected", "Selected", "Selected", "Not selected", "", ""]) {
    texts.push(announced(text, texts.at(-1) ?? ""));
  }
  const [, ...shown] = texts;
  expect(shown.map((text) => text.trim())).toEqual(["Selected", "Selected", "Selected", "Not selected", "", ""]);
  expect(shown.every((text, index) => text === "" || text !== texts[index])).toBe(true);
});
