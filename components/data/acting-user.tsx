"use client";

import { useEffect } from "react";
import { actAs, actingUserId } from "@/components/data/api";
import { watchLogout } from "@/components/data/logout-notice";
import { useCurrentUser } from "@/components/data/use-actor";
import { leaveWithoutAsking } from "@/components/ui/dialog/use-leave-guard";

/**
 * Sends the user the page was rendered for with every change, so that the server refuses changes after someone else
 * signed in in another tab. Reloads the page when it notices the other user, and leaves it after a logout there.
 */
export function ActingUser() {
  const current = useCurrentUser().id;
  useEffect(watchLogout, []);
  useEffect(() => {
    if (actingUserId() === undefined) actAs(current);
    else if (actingUserId() !== current) {
      leaveWithoutAsking();
      window.location.reload();
    }
  }, [current]);
  return null;
}
