import type { ReactNode } from "react";

const TOAST_LIMIT = 1;
export const TOAST_DURATION_MS = 5_000;
/** Spec section 9. */
const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const TOAST_SWIPE_DIRECTION = "right";
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_HOTKEY = ["F8"];

type ToastAction = { label: string; onClick: () => void };

export type ToastInput = {
  title: string;
  description?: ReactNode;
  variant?: "default" | "destructive";
  actions?: readonly ToastAction[];
};

export type Toast = ToastInput & { id: number; open: boolean };

let toasts: readonly Toast[] = [];
let waiting: readonly ToastInput[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/** Shows a toast, replacing the current one, and returns its id. May be called from anywhere in the browser. */
export function toast(input: ToastInput): number {
  const shown: Toast = { ...input, id: nextId++, open: true };
  change([shown, ...toasts].slice(0, TOAST_LIMIT));
  return shown.id;
}

/** Shows a toast not caused by the user: after the current toast and those queued before it. */
export function toastInTurn(input: ToastInput): void {
  waiting = [...waiting, input];
  showNext();
}

export function dismissToast(id: number): void {
  change(toasts.map((item) => (item.id === id ? { ...item, open: false } : item)));
  setTimeout(() => change(toasts.filter((item) => item.id !== id)), TOAST_REMOVE_DELAY_MS);
  showNext();
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function getToasts(): readonly Toast[] {
  return toasts;
}

function showNext(): void {
  const [next, ...rest] = waiting;
  if (!next || toasts.some(({ open }) => open)) return;
  waiting = rest;
  toast(next);
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
