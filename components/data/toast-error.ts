import { ApiError, isUnauthorized } from "@/components/data/api";
import { type ToastInput, toast } from "@/components/ui/toast-store";

/** Refusals that the user can act on; any other failure is the server's or the network's. */
const ACTIONABLE_STATUSES: readonly number[] = [403, 404, 409, 429];

/** The texts that specification section 8 shows whatever the server says. */
export type FixedFailure =
  | "Failed to regenerate QR codes"
  | "Failed to refresh favicons"
  | "Failed to delete URL"
  | "Failed to update URL"
  | "Failed to create group"
  | "Failed to update group";

/** The server's message, or the fallback where it has none for the user: network failures and opaque 500s. */
export function errorText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.code === "internal") return fallback;
  return error.serverMessage || fallback;
}

/** Shows why a call failed. Skips a lost session, which is reported elsewhere. */
export function toastError(error: unknown, fallback: string): void {
  if (isUnauthorized(error)) return;
  toast({ variant: "destructive", title: "Error", description: errorText(error, fallback) });
}

/** The server's message where the user can act on it, else undefined. */
export function actionableMessage(error: unknown): string | undefined {
  return error instanceof ApiError && ACTIONABLE_STATUSES.includes(error.status) ? error.serverMessage : undefined;
}

/** Shows a fixed failure text, followed by the server's message where the user can act on it. Skips a lost session. */
export function toastFailure(error: unknown, text: FixedFailure): void {
  if (isUnauthorized(error)) return;
  toast(failureToast(text, actionableMessage(error)));
}

/** A fixed failure text and, below it, the reason. */
export function failureToast(text: FixedFailure, reason?: string): ToastInput {
  return { variant: "destructive", title: text, ...(reason && { description: reason }) };
}
