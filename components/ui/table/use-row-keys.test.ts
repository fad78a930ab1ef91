import { announced } from "@/components/ui/table/use-row-keys";

test("a text that repeats changes each time, and reads the same", () => {
  const texts: string[] = [""];
  for (const text of ["Selected", "Selected", "Selected", "Not selected", "", ""]) {
    texts.push(announced(text, texts.at(-1) ?? ""));
  }
  const [, ...shown] = texts;
  expect(shown.map((text) => text.trim())).toEqual(["Selected", "Selected", "Selected", "Not selected", "", ""]);
  expect(shown.every((text, index) => text === "" || text !== texts[index])).toBe(true);
});
