"use client";

import { useQuery } from "@tanstack/react-query";
import { currentUserQuery } from "@/components/users/user-queries";
import type { CurrentUser } from "@/lib/users/types";

/** The signed-in user; undefined until known. */
export function useCurrentUser(): CurrentUser | undefined {
  return useQuery(currentUserQuery).data;
}
