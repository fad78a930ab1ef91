"use client";

import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { queryKeys } from "@/components/data/query-keys";
import { useChange } from "@/components/data/use-change";
import { paths } from "@/lib/paths";
import type { QrDesignFormat } from "@/lib/qr/design";
import type { QrFile } from "@/lib/qr/types";

const POLL_MS = 1_000;

/** The viewer's files; fetched again each second until all are ready. */
export const qrFilesQuery = queryOptions({
  queryKey: queryKeys.qrFiles,
  queryFn: () => call<QrFile[]>("GET", paths.api.qrFiles),
  refetchInterval: ({ state }) => (state.data?.some(isInProgress) ? POLL_MS : false),
});

export function isInProgress({ done, total, failure }: QrFile): boolean {
  return failure === null && done < total;
}

export type QrFileInput = {
  /** Parameters of GET /api/urls. */
  filter: Record<string, string>;
  format: QrDesignFormat;
  withPlacements: boolean;
};

export function useCreateQrFile() {
  return useChange((input: QrFileInput) => call<QrFile>("POST", paths.api.qrFiles, input), [queryKeys.qrFiles]);
}

export function useDeleteQrFile() {
  return useChange((id: string) => call("DELETE", paths.api.qrFile(id)), [queryKeys.qrFiles], { onFailureToo: true });
}
