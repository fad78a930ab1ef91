import type { ReactNode } from "react";

export type Column<Row, Context = undefined, Key extends string = never> = {
  title: string;
  /** The title is only read out. */
  isTitleHidden?: boolean;
  cell: (row: Row, context: Context) => ReactNode;
  /** Classes of the cell, such as its grid area where rows are cards. */
  className?: string;
  /** Classes of the heading: the column's width. */
  headClass?: string;
  /** Of the heading; cells align themselves, as they may be laid out differently in a card. */
  align?: "right";
  /** Classes of the bar shown while loading: its size. */
  skeleton: string;
  /** May be hidden by the user. */
  isOptional?: boolean;
  /** How much room the table must have to show it, unless the user has chosen it. */
  needs?: "wide" | "spacious";
  /** In pixels, as chosen by the user. */
  width?: number;
  /** Gets the room that the other columns leave, but never too little to read. */
  isFlexible?: boolean;
  /** Makes the heading a button that sorts by this key. */
  sortKey?: Key;
};

/** What a table looks like, independent of its data. */
export type TableLayout<Row, Context = undefined, Key extends string = never> = {
  /** Accessible name. */
  label: string;
  columns: readonly Column<Row, Context, Key>[];
  /** What a screen reader says when the row gets the focus. Without it, rows are not focusable and have no keys. */
  rowName?: (row: Row) => string;
  /** Classes of a row: the grid it is laid out on where rows are cards. */
  rowClass: string;
  /** Classes of all cells and headings. */
  cellClass?: string;
  /** Lets users hide and resize columns; names what is saved in their browser. */
  columnsKey?: string;
  /** Renders all rows of a long list too: for lists that scroll in a dialog rather than with the window. */
  isWhole?: boolean;
  /** How many rows to show while loading. */
  skeletonRows?: number;
};

export type TableSort<Key extends string> = {
  key: Key;
  isDescending: boolean;
  onSort: (key: Key) => void;
};

/** Which rows are selected; from useSelection. */
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
