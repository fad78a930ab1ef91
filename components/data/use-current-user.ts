"use client";

import { useQuery } from "@tanstack/react-query";
import { currentUserQuery } from "@/components/data/query-options";
import type { CurrentUser } from "@/lib/users/types";

/** Who is signed in; undefined while that is not known. */
export function useCurrentUser(): CurrentUser | undefined {
  return useQuery(currentUserQuery).data;
}
