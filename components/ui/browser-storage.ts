import { useSyncExternalStore } from "react";

/** Values that the browser refused to save because its storage is blocked or full. Kept until the page is left. */
const unsaved = new Map<string, string | null>();

const listeners = new Set<() => void>();

/** Returns what is saved in this browser; null if nothing is, or if its storage is blocked. */
export function readSaved(key: string): string | null {
  const value = unsaved.get(key);
  if (value !== undefined) return value;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Parses a saved JSON object; returns an empty one if nothing or something else was saved. */
export function parseSaved(saved: string | null): Record<string, unknown> {
  try {
    return toRecord(JSON.parse(saved ?? "{}"));
  } catch {
    return {};
  }
}

export function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/**
 * Saves a value in this browser; null removes it. If the browser refuses, the value is kept until the page is left.
 * Users of `useSaved` are notified, including in other tabs.
 */
export function save(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    unsaved.delete(key);
  } catch {
    unsaved.set(key, value);
  }
  for (const onChange of listeners) onChange();
}

/**
 * The current value saved in this browser.
 *
 * @param onServer the value used on the server and during hydration
 */
export function useSaved(key: string, onServer: string | null = null): string | null {
  return useSyncExternalStore(
    watchSaved,
    () => readSaved(key),
    () => onServer,
  );
}

/** Calls back after each change in any tab. Returns a function that stops it. */
export function watchSaved(onChange: () => void): () => void {
  listeners.add(onChange);
  window.addEventListener("storage", onChange);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener("storage", onChange);
  };
}
