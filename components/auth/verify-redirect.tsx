"use client";

import { useEffect } from "react";

/** Replaces the page in the history, so that "back" does not lead to a used link. */
export function VerifyRedirect({ to }: { to: string }) {
  useEffect(() => window.location.replace(to), [to]);
  return null;
}
