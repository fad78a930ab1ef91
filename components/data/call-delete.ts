import { ApiError, call } from "@/components/data/api";

/**
 * Deletes something, without a failure if it has been deleted already (decision 0014). Not for templates, which are also
 * "not found" for users who may no longer see them.
 *
 * @param thing as in the server's message; the 404 of something else, such as its link, is a failure
 * @throws {ApiError}
 */
export async function callDelete(thing: "API key" | "File" | "Placement" | "Session", path: string): Promise<void> {
  try {
    await call("DELETE", path);
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404 && error.serverMessage === `${thing} not found`;
    if (!isGone) throw error;
  }
}
