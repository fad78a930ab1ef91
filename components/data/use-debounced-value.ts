import { useEffect, useState } from "react";

const SEARCH_DELAY_MS = 250;

/** The value once it has stopped changing for SEARCH_DELAY_MS. */
export function useDebouncedValue<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
