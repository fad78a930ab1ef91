import { ApiError, call } from "@/components/data/api";
import { paths } from "@/lib/paths";

/**
 * Signs in with a magic link. Returns whether the browser kept the session cookie: without it, the next page would ask to
 * sign in again.
 *
 * @throws {ApiError} if the link is refused
 */
export async function confirmLink(token: string): Promise<boolean> {
  await call("POST", paths.api.verify(token));
  try {
    await call("GET", paths.api.currentUser);
    return true;
  } catch (error) {
    return !(error instanceof ApiError && error.code === "unauthorized");
  }
}

/** Whether the link no longer works, so that retrying is pointless. A proxy's refusal says nothing about it. */
export function isSpent(error: unknown): boolean {
  return error instanceof ApiError && error.code === "invalid";
}
