"use client";

import { useEffect } from "react";
import { actAs, actingUserId } from "@/components/data/api";
import { useCurrentUser } from "@/components/data/use-current-user";

/**
 * Has every change that this page makes say for whom the page was loaded, so that the server saves
 * nothing of it as somebody who has signed in since in another tab. Once the page itself learns of
 * them, it is loaded anew.
 *
 * @param userId for whom the server made the page
 */
export function ActingUser({ userId }: { userId: string }) {
  const current = useCurrentUser()?.id ?? userId;
  useEffect(() => {
    if (actingUserId() === undefined) actAs(current);
    else if (actingUserId() !== current) window.location.reload();
  }, [current]);
  return null;
}
