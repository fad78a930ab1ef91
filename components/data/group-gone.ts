import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/components/data/api";
import { paths } from "@/lib/paths";

/** Refetches the list of groups if a call failed because the user is no longer in one, which would stay on offer. */
export function refetchIfGroupGone(client: QueryClient, error: unknown): void {
  if (!(error instanceof ApiError)) return;
  if (error.code !== "not_in_group" && error.serverMessage !== "Group not found") return;
  void client.invalidateQueries({ queryKey: [paths.api.groups], exact: true });
}
