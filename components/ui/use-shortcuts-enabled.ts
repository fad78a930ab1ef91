"use client";

import { useCallback, useSyncExternalStore } from "react";

const STORAGE_KEY = "hop.shortcuts";
const CHANGED = "hop:shortcuts";

/**
 * Whether single-key shortcuts are on, saved in this browser. Users of speech input need to turn them off
 * (WCAG 2.2, 2.1.4).
 */
export function useShortcutsEnabled(): [boolean, (enabled: boolean) => void] {
  const enabled = useSyncExternalStore(subscribe, read, () => false);
  const setEnabled = useCallback((next: boolean) => {
    localStorage.setItem(STORAGE_KEY, next ? "on" : "off");
    window.dispatchEvent(new Event(CHANGED));
  }, []);
  return [enabled, setEnabled];
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange);
  window.addEventListener("storage", onChange);
  return () => {
    window.removeEventListener(CHANGED, onChange);
    window.removeEventListener("storage", onChange);
  };
}

function read(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== "off";
}
