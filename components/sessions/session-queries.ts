import { callQuery } from "@/components/data/call-query";
import { queryKeys } from "@/components/data/query-keys";
import { paths } from "@/lib/paths";
import type { Session } from "@/lib/sessions/types";

export const sessionsQuery = callQuery<Session[]>(queryKeys.sessions, paths.api.sessions);
