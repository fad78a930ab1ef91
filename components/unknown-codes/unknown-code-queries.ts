import { queryOptions } from "@tanstack/react-query";
import { fetchList } from "@/components/data/list-queries";
import { queryKeys } from "@/components/data/query-keys";
import { paths } from "@/lib/paths";
import type { UnknownCode } from "@/lib/urls/types";

/** The codes that visitors tried and no link has. */
export const unknownCodesQuery = queryOptions({
  queryKey: queryKeys.unknownCodes,
  queryFn: () => fetchList<UnknownCode>(paths.api.unknownCodes),
});
