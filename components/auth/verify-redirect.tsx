"use client";

import { useEffect } from "react";

/** Replaces the page by the one that signs in, so that "back" does not lead to a spent link. */
export function VerifyRedirect({ to }: { to: string }) {
  useEffect(() => window.location.replace(to), [to]);
  return null;
}
