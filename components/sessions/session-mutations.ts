"use client";

import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-keys";
import { useChange } from "@/components/data/use-change";
import { paths } from "@/lib/paths";

export function useEndSession(id: string) {
  return useChange(() => call("DELETE", paths.api.session(id)), [queryKeys.sessions], { onFailureToo: true });
}

export function useEndOtherSessions() {
  return useChange(() => call("DELETE", paths.api.sessions), [queryKeys.sessions], { onFailureToo: true });
}
