import { callQuery } from "@/components/data/call-query";
import { paths } from "@/lib/paths";
import type { Setting } from "@/lib/settings/types";

export const settingsQuery = callQuery<Setting[]>(paths.api.settings);
