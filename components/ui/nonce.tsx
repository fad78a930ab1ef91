"use client";

import { createContext, type ReactNode, useContext, useState } from "react";

const NonceContext = createContext<string | undefined>(undefined);

declare global {
  /** Read by get-nonce, through which the scroll lock of radix signs its style element. */
  var __webpack_nonce__: string | undefined;
}

/**
 * Gives the nonce of the Content-Security-Policy to the components that add style elements in the
 * browser: the one that the document came with. A refresh brings that of another answer, which
 * counts for nothing here.
 */
export function NonceProvider({ nonce: given, children }: { nonce?: string; children: ReactNode }) {
  const [nonce] = useState(given);
  if (typeof window !== "undefined") globalThis.__webpack_nonce__ = nonce;
  return <NonceContext value={nonce}>{children}</NonceContext>;
}

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
