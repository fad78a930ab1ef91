import { listQuery } from "@/components/data/list-queries";
import { queryKeys } from "@/components/data/query-keys";
import { paths } from "@/lib/paths";
import type { UnknownCode } from "@/lib/urls/types";

/** The codes that visitors tried and no link has. */
export const unknownCodesQuery = listQuery<UnknownCode>(queryKeys.unknownCodes, paths.api.unknownCodes);
