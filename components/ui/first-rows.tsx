"use client";

import { createContext, type ReactNode, useContext } from "react";

/** On a desktop: more than fit a window. */
const ROWS = 16;
/** On a phone, where rows are cards, these fill two windows. Each one delays the first tap. */
const ROWS_ON_PHONES = 8;

const FirstRowsContext = createContext(ROWS);

export function FirstRowsProvider({ isPhone, children }: { isPhone: boolean; children: ReactNode }) {
  return <FirstRowsContext value={isPhone ? ROWS_ON_PHONES : ROWS}>{children}</FirstRowsContext>;
}

/** How many rows of a long list the server renders; shorter lists are rendered in full. */
export function useFirstRows(): number {
  return useContext(FirstRowsContext);
}
