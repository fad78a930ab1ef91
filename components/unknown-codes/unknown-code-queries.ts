import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { fetchList } from "@/components/data/list-queries";
import { queryKeys } from "@/components/data/query-keys";
import { useChange } from "@/components/data/use-change";
import { paths } from "@/lib/paths";
import type { UnknownCode, UnknownCodeState } from "@/lib/urls/types";

/** The codes that visitors tried and no link has. */
export const unknownCodesQuery = queryOptions({
  queryKey: queryKeys.unknownCodes,
  queryFn: () => fetchList<UnknownCode>(paths.api.unknownCodes),
});

export function useDismissUnknownCode(code: string) {
  return useChange(
    (isDismissed: boolean) => call<UnknownCodeState>("PUT", paths.api.unknownCode(code), { isDismissed }),
    [queryKeys.unknownCodes],
    { onFailureToo: true },
  );
}
