"use client";

import { createContext, type ReactNode, useContext } from "react";

/** On desktops: more than fit into a window. */
const ROWS = 16;
/** On phones, where rows are cards: enough for two windows. Each row delays the first tap. */
const ROWS_ON_PHONES = 8;

const FirstRowsContext = createContext(ROWS);

export function FirstRowsProvider({ isPhone, children }: { isPhone: boolean; children: ReactNode }) {
  return <FirstRowsContext value={isPhone ? ROWS_ON_PHONES : ROWS}>{children}</FirstRowsContext>;
}

/** Number of rows of a long list that the server renders; shorter lists are rendered in full. */
export function useFirstRows(): number {
  return useContext(FirstRowsContext);
}
