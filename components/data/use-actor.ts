import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { currentUserQuery } from "@/components/users/user-queries";
import type { Actor } from "@/lib/actor";
import type { CurrentUser } from "@/lib/users/types";

/** The signed-in user, whom the layout of the dashboard puts into the queries. */
export function useCurrentUser(): CurrentUser {
  const { data } = useQuery(currentUserQuery);
  if (!data) throw new Error("useCurrentUser needs the layout of the dashboard above it");
  return data;
}

/** The signed-in user in the form that policies take. */
export function useActor(): Actor {
  const { id, role, email } = useCurrentUser();
  return useMemo(() => ({ id, role, label: email }), [id, role, email]);
}
