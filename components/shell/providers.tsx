"use client";

import { ThemeProvider } from "next-themes";
import { type ReactNode, useEffect } from "react";
import { QueryProvider } from "@/components/data/query-provider";
import { watchLostFocus } from "@/components/ui/focus/watch-lost-focus";
import { LateOverlays } from "@/components/ui/late-overlays";
import { NonceProvider } from "@/components/ui/nonce";

/** @param nonce nonce of the Content-Security-Policy, for script and style elements created in the browser */
export function Providers({ nonce, children }: { nonce?: string; children: ReactNode }) {
  useEffect(watchLostFocus, []);
  return (
    <NonceProvider nonce={nonce}>
      <ThemeProvider attribute="class" defaultTheme="system" enableSystem nonce={nonce}>
        <QueryProvider>
          {children}
          <LateOverlays />
        </QueryProvider>
      </ThemeProvider>
    </NonceProvider>
  );
}
