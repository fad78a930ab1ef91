import { ApiError, isUnauthorized } from "@/components/data/api";
import { toast } from "@/components/ui/toast-store";

/** What to tell the user of a failed call: the server's words, else the fallback. */
export function errorText(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback;
}

/** Shows why a call failed. Says nothing of a lost session, of which the user is told elsewhere. */
export function toastError(error: unknown, fallback: string): void {
  if (isUnauthorized(error)) return;
  toast({ variant: "destructive", title: "Error", description: errorText(error, fallback) });
}
