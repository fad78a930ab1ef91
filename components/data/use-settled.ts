"use client";

import { useEffect, useState } from "react";

/** Rest of the typing before the server is asked. */
export const SEARCH_DELAY_MS = 250;

/** The value once it has not changed for a moment. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
