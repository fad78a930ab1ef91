import { createContext, type ReactNode, useContext, useState } from "react";

const NonceContext = createContext<string | undefined>(undefined);

declare global {
  /** Read by get-nonce, which Radix's scroll lock uses for its style element. */
  var __webpack_nonce__: string | undefined;
}

/**
 * Provides the Content-Security-Policy nonce of the document to components that add style elements in the browser. A
 * refresh carries the nonce of another response, which is not valid for this document.
 */
export function NonceProvider({ nonce: given, children }: { nonce?: string; children: ReactNode }) {
  const [nonce] = useState(given);
  if (typeof window !== "undefined") globalThis.__webpack_nonce__ = nonce;
  return <NonceContext value={nonce}>{children}</NonceContext>;
}

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
