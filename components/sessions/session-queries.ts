import { callQuery } from "@/components/data/call-query";
import { paths } from "@/lib/paths";
import type { Session } from "@/lib/sessions/types";

export const sessionsQuery = callQuery<Session[]>(paths.api.sessions);
