"use client";

import { useMemo } from "react";
import { useCurrentUser } from "@/components/data/use-current-user";
import type { Actor } from "@/lib/actor";

/** The signed-in user as policies take it; undefined until known. */
export function useActor(): Actor | undefined {
  const user = useCurrentUser();
  return useMemo(() => user && { id: user.id, role: user.role, label: user.email }, [user]);
}
