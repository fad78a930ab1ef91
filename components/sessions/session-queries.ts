import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-keys";
import { paths } from "@/lib/paths";
import type { Session } from "@/lib/sessions/types";

export const sessionsQuery = queryOptions({
  queryKey: queryKeys.sessions,
  queryFn: () => call<Session[]>("GET", paths.api.sessions),
});
