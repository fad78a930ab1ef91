import { ApiError, call } from "@/components/data/api";

/**
 * Deletes something. If somebody else already has, that is what both wanted, and no failure (decision 0014).
 *
 * @param thing as in the server's message; the 404 of something else, such as its link, is a failure
 * @throws {ApiError}
 */
export async function callDelete(
  thing: "API key" | "File" | "Placement" | "Session" | "Template",
  path: string,
): Promise<void> {
  try {
    await call("DELETE", path);
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404 && error.serverMessage === `${thing} not found`;
    if (!isGone) throw error;
  }
}
