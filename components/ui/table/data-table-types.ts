import type { ReactNode } from "react";

export type Column<Row, Context = undefined, Key extends string = never> = {
  title: string;
  /** Whether the title is only for screen readers. */
  isTitleHidden?: boolean;
  cell: (row: Row, context: Context) => ReactNode;
  /** Classes of the cell, such as its grid area where rows are cards. */
  className?: string;
  /** Classes of the heading: the column's width, and `@max-table:hidden` if cards leave out its cells. */
  headClass?: string;
  /** Alignment of the heading. Cells align themselves, as they may be laid out differently in a card. */
  align?: "right";
  /** Classes of the bar shown while loading: its size. */
  skeleton: string;
  /** Whether the user may hide it. */
  isOptional?: boolean;
  /** The room that the table needs to show it, unless the user has chosen to show it. */
  needs?: "wide" | "spacious";
  /** Width in pixels, if chosen by the user. */
  width?: number;
  /** Whether its width depends on the room that others leave, but is never too small to be readable. */
  isFlexible?: boolean;
  /** Makes the heading a button that sorts by this key. */
  sortKey?: Key;
};

/** What a table looks like, independent of its data. */
export type TableLayout<Row, Context = undefined, Key extends string = never> = {
  /** Accessible name. */
  label: string;
  columns: readonly Column<Row, Context, Key>[];
  /**
   * Announced by screen readers when the row gets the focus. Without it, rows are not focusable and have no keyboard
   * shortcuts.
   */
  rowName?: (row: Row) => string;
  /** Classes of a row: the grid it is laid out on where rows are cards. */
  rowClass: string;
  /** Classes of all cells and headings. */
  cellClass?: string;
  /** Lets users hide and resize columns; the key under which this is saved in their browser. */
  columnsKey?: string;
  /** Renders all rows, even of a long list. For lists that scroll in a dialog rather than with the window. */
  isWhole?: boolean;
  /** How many rows to show while loading. */
  skeletonRows?: number;
};

export type TableSort<Key extends string> = {
  key: Key;
  isDescending: boolean;
  onSort: (key: Key) => void;
};

/** The selected rows; from useSelection. */
export type TableSelection<Row> = {
  ids: ReadonlySet<string>;
  /** Whether all, some or none of the rows that can be selected are. */
  all: boolean | "mixed";
  /** Why no row can be selected; null if one can. */
  refusal: string | null;
  onSelectAll: (isSelected: boolean) => void;
  row: RowSelection<Row>;
};

export type RowSelection<Row> = {
  /** Why a row can't be selected; null if it can. */
  refusal: (row: Row) => string | null;
  /** Accessible name of the row's checkbox. */
  label: (row: Row) => string;
  /** With `isRange`, everything from the row selected before to this one. */
  onSelect: (id: string, isSelected: boolean, isRange: boolean) => void;
};
