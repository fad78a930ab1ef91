"use client";

import { useEffect } from "react";
import { leaveForSignIn } from "@/components/data/unauthorized";

/** Shown instead of a page that needs a session; goes to the sign-in screen. */
export function SignedOut() {
  useEffect(() => leaveForSignIn(), []);
  return (
    <p role="status" className="grid min-h-dvh place-items-center p-6 text-muted">
      Logging in again...
    </p>
  );
}
