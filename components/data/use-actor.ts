"use client";

import { useCurrentUser } from "@/components/data/use-current-user";
import type { Actor } from "@/lib/users/types";

/** Who is signed in, as the policies ask; undefined while that is not known. */
export function useActor(): Actor | undefined {
  const user = useCurrentUser();
  return user && { id: user.id, role: user.role, label: user.email };
}
