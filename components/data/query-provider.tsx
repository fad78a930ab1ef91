import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { isUnauthorized } from "@/components/data/api";
import { refetchIfGroupGone } from "@/components/data/group-gone";
import { expectSession, leaveForSignIn } from "@/components/data/unauthorized";

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createClient);
  useEffect(() => watchRestored(client), [client]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/**
 * Data is never stale; nothing is refetched or retried automatically (spec sections 7 and 9), except the groups when one
 * is refused, which would stay on offer.
 */
export function createClient(): QueryClient {
  const onError = (error: Error, isAction: boolean) => {
    if (isUnauthorized(error)) leaveForSignIn({ error, isAction });
    refetchIfGroupGone(client, error);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onSuccess: expectSession, onError: (error) => onError(error, false) }),
    mutationCache: new MutationCache({ onSuccess: expectSession, onError: (error) => onError(error, true) }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return client;
}

/**
 * Refetches what the page shows when going back or forward restored it as it was left, which Safari does without HTTPS
 * although pages are not to be stored. The user may have signed out since. Returns a function that stops it.
 */
export function watchRestored(client: QueryClient): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    expectSession();
    void client.invalidateQueries();
  };
  window.addEventListener("pageshow", onShow);
  return () => window.removeEventListener("pageshow", onShow);
}
