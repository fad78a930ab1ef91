import { ApiError, isUnauthorized } from "@/components/data/api";
import { type ToastInput, toast } from "@/components/ui/toast/toast-store";

/** Failures that the user can act on; all others are problems of the server or the network. */
const ACTIONABLE_STATUSES: readonly number[] = [403, 404, 409, 429];

/** Texts that are shown regardless of the server's message (spec section 8). */
type FixedFailure =
  | "Failed to regenerate QR codes"
  | "Failed to refresh favicons"
  | "Failed to delete URL"
  | "Failed to update URL"
  | "Failed to create group"
  | "Failed to update group";

/** The server's message, or the fallback for network failures and internal errors. */
export function errorText(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback;
}

/** Shows why a call failed, except for a lost session, which is reported elsewhere. */
export function toastError(error: unknown, fallback: string): void {
  if (isUnauthorized(error)) return;
  toast({ variant: "destructive", title: "Error", description: errorText(error, fallback) });
}

/** Options of `useChange` that show the success or failure of a change. */
export function toastOutcome(done: string, failed: string) {
  return {
    onSuccess: () => toast({ title: done }),
    onError: (error: Error) => toastError(error, failed),
  };
}

/** The server's message if the user can act on it. */
export function actionableMessage(error: unknown): string | undefined {
  return error instanceof ApiError && ACTIONABLE_STATUSES.includes(error.status) ? error.serverMessage : undefined;
}

/** Shows a fixed failure text, followed by the server's message if the user can act on it. Skips a lost session. */
export function toastFailure(error: unknown, text: FixedFailure): void {
  if (isUnauthorized(error)) return;
  toast(failureToast(text, actionableMessage(error)));
}

export function failureToast(text: FixedFailure, reason?: string): ToastInput {
  return { variant: "destructive", title: text, ...(reason && { description: reason }) };
}
