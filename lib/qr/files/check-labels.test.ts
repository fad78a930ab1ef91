import { outlineGlyph } from "@/lib/qr/child/font";
import { roughWidthOf } from "@/lib/qr/files/check-labels";

test("the rough width of every character of short codes is near its advance in the labels' font", () => {
  for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") {
    const { advance = 0 } = outlineGlyph(character.codePointAt(0) ?? 0, 600) ?? {};
    const error = Math.abs(roughWidthOf(character) / advance - 1);
    expect([character, error < 0.04]).toEqual([character, true]);
  }
});
