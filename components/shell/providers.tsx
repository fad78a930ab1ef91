"use client";

import { ThemeProvider } from "next-themes";
import { type ReactNode, useEffect } from "react";
import { QueryProvider } from "@/components/data/query-provider";
import { watchLostFocus } from "@/components/ui/focus/watch-lost-focus";
import { NonceProvider } from "@/components/ui/nonce";
import { Toaster } from "@/components/ui/toast/toaster";
import { Tooltip } from "@/components/ui/tooltip";

/** @param nonce nonce of the Content-Security-Policy, for script and style elements created in the browser */
export function Providers({ nonce, children }: { nonce?: string; children: ReactNode }) {
  useEffect(watchLostFocus, []);
  return (
    <NonceProvider nonce={nonce}>
      <ThemeProvider attribute="class" defaultTheme="system" enableSystem nonce={nonce}>
        <QueryProvider>
          {children}
          <Tooltip />
          <Toaster />
        </QueryProvider>
      </ThemeProvider>
    </NonceProvider>
  );
}
