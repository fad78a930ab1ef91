import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { currentUserQuery } from "@/components/users/user-queries";
import type { Actor } from "@/lib/actor";
import type { CurrentUser } from "@/lib/users/types";

/** The signed-in user; undefined until known. */
export function useCurrentUser(): CurrentUser | undefined {
  return useQuery(currentUserQuery).data;
}

/** The signed-in user in the form that policies take; undefined until known. */
export function useActor(): Actor | undefined {
  const user = useCurrentUser();
  return useMemo(() => user && { id: user.id, role: user.role, label: user.email }, [user]);
}
