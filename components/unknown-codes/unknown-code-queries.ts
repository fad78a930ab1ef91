import { listQuery } from "@/components/data/list-queries";
import { paths } from "@/lib/paths";
import type { UnknownCode } from "@/lib/urls/types";

/** The codes that visitors tried and no link has. */
export const unknownCodesQuery = listQuery<UnknownCode>(paths.api.unknownCodes);
