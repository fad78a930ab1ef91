import { queryOptions } from "@tanstack/react-query";
import { callQuery } from "@/components/data/call-query";
import { paths } from "@/lib/paths";
import type { DatabaseServer, Setting } from "@/lib/settings/types";

export const settingsQuery = callQuery<Setting[]>(paths.api.settings);

const MIGRATIONS_POLL_MS = 5_000;

/** The database server, polled while background migrations run. */
export const databaseServerQuery = queryOptions({
  ...callQuery<DatabaseServer>(paths.api.databaseServer),
  refetchInterval: ({ state }) => (state.data?.migrations.length ? MIGRATIONS_POLL_MS : false),
});
