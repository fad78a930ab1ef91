import { type Coverage, cover, type View } from "@/lib/qr/child/coverage";
import type { QrDesign } from "@/lib/qr/design";
import type { Layout } from "@/lib/qr/drawing/drawing";
import { ALIGNMENT_MODULES, FINDER_MODULES } from "@/lib/qr/drawing/modules";
import { drawAlignment, drawFinder, drawModules } from "@/lib/qr/drawing/shapes";

/** The foreground's coverage. Modules start at whole pixels, so each kind is drawn once and copied. */
export function coverInk(layout: Layout, { modules, finders }: QrDesign, view: View): Coverage {
  const ink = layout.frame
    ? cover(layout.frame, view, "evenodd")
    : { data: new Uint8Array(view.width * view.height), width: view.width, height: view.height };
  const { scale, x, y } = view;
  const paste = (tile: Coverage, row: number, column: number) =>
    copy(tile, ink, Math.round((column - x) * scale), Math.round((row - y) * scale));

  const window = (size: number): View => ({ width: size * scale, height: size * scale, scale, x: 0, y: 0 });
  const finder = cover(drawFinder(finders, 0, 0), window(FINDER_MODULES), "evenodd");
  for (const { row, column } of layout.finders) paste(finder, row, column);
  const alignment = cover(drawAlignment(finders, 0, 0), window(ALIGNMENT_MODULES), "evenodd");
  for (const { row, column } of layout.alignments) paste(alignment, row, column);

  const tiles = new Map<number, Coverage>();
  for (let row = 0; row < layout.codeSize; row++) {
    for (let column = 0; column < layout.codeSize; column++) {
      if (!layout.isDark(row, column)) continue;
      const neighbours = modules === "square" || modules === "dots" ? 0 : neighboursOf(layout, row, column);
      const tile = tiles.get(neighbours) ?? drawTile(modules, neighbours, scale);
      tiles.set(neighbours, tile);
      paste(tile, row, column);
    }
  }
  return ink;
}

/** One bit each for the modules above, to the right, below and to the left. */
function neighboursOf({ isDark }: Layout, row: number, column: number): number {
  return (
    Number(isDark(row - 1, column)) |
    (Number(isDark(row, column + 1)) << 1) |
    (Number(isDark(row + 1, column)) << 2) |
    (Number(isDark(row, column - 1)) << 3)
  );
}

/** Draws a module with these neighbours, as the centre of a 3x3 grid. */
function drawTile(shape: QrDesign["modules"], neighbours: number, scale: number): Coverage {
  const bits = new Map([
    ["0 1", 1],
    ["1 2", 2],
    ["2 1", 4],
    ["1 0", 8],
  ]);
  const isDark = (row: number, column: number) =>
    (row === 1 && column === 1) || (neighbours & (bits.get(`${row} ${column}`) ?? 0)) !== 0;
  return cover(drawModules(shape, 3, isDark), { width: scale, height: scale, scale, x: 1, y: 1 }, "nonzero");
}

function copy(from: Coverage, to: Coverage, x: number, y: number): void {
  for (let row = 0; row < from.height; row++) {
    to.data.set(from.data.subarray(row * from.width, (row + 1) * from.width), (y + row) * to.width + x);
  }
}
