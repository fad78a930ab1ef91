/**
 * The modules of a symbol as bits, 32 to a word, so that rules can be applied to many of them at once: line by line,
 * the first module of a line in the lowest bit of its first word, 1 where it is dark. Bits past a line's end are 0.
 */
export type Grid = { rows: Int32Array; columns: Int32Array };

export function wordsOf(size: number): number {
  return Math.ceil(size / 32);
}

export function setDark({ rows, columns }: Grid, words: number, row: number, column: number): void {
  rows[row * words + (column >> 5)] = (rows[row * words + (column >> 5)] as number) | (1 << (column & 31));
  columns[column * words + (row >> 5)] = (columns[column * words + (row >> 5)] as number) | (1 << (row & 31));
}

/** @param isDark by the module's number, row by row */
export function toGrid(size: number, isDark: (at: number) => boolean): Grid {
  const words = wordsOf(size);
  const grid = { rows: new Int32Array(size * words), columns: new Int32Array(size * words) };
  for (let at = 0; at < size * size; at++) {
    if (isDark(at)) setDark(grid, words, Math.floor(at / size), at % size);
  }
  return grid;
}

export function copyOf({ rows, columns }: Grid): Grid {
  return { rows: rows.slice(), columns: columns.slice() };
}

/** Inverts the modules that are dark in another grid. */
export function invert({ rows, columns }: Grid, by: Grid): void {
  for (let at = 0; at < rows.length; at++) {
    rows[at] = (rows[at] as number) ^ (by.rows[at] as number);
    columns[at] = (columns[at] as number) ^ (by.columns[at] as number);
  }
}

/** 1 for dark and 0 for light modules, row by row. */
export function toModules({ rows }: Grid, size: number): Uint8Array {
  const words = wordsOf(size);
  const modules = new Uint8Array(size * size);
  for (let row = 0, at = 0; row < size; row++) {
    for (let column = 0; column < size; column++, at++) {
      modules[at] = ((rows[row * words + (column >> 5)] as number) >> (column & 31)) & 1;
    }
  }
  return modules;
}
