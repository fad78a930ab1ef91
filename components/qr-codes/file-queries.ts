import { queryOptions } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { callQuery } from "@/components/data/call-query";
import { toastError } from "@/components/data/toast-error";
import { useChange } from "@/components/data/use-change";
import { followFile } from "@/components/qr-codes/followed-files";
import { paths } from "@/lib/paths";
import type { QrDesignFormat, QrSize } from "@/lib/qr/design";
import type { Sheet } from "@/lib/qr/files/sheet-schema";
import type { QrFile } from "@/lib/qr/types";

const POLL_MS = 1_000;

/** The viewer's files; refetched every second until all are ready. */
export const qrFilesQuery = queryOptions({
  ...callQuery<QrFile[]>(paths.api.qrFiles),
  refetchInterval: ({ state }) => (state.data?.some(isInProgress) ? POLL_MS : false),
});

export function isInProgress({ done, total, failure }: QrFile): boolean {
  return failure === null && done < total;
}

/** The links whose codes to include: by id, or by parameters of GET /api/urls. */
export type FileScope = { ids: readonly string[] } | { filter: Record<string, string> };

type QrFileInput = FileScope & { withPlacements: boolean } & (
    | { format: QrDesignFormat; size?: QrSize }
    | { sheet: Sheet }
  );

/** Requests a file, whose progress is then shown on every page (use-file-progress.ts). */
export function useCreateQrFile(failed: string, onDone: () => void) {
  return useChange(
    async (input: QrFileInput) => {
      const file = await call<QrFile>("POST", paths.api.qrFiles, input);
      followFile(file.id);
      return file;
    },
    [paths.api.qrFiles],
    { onDone, onError: (error) => toastError(error, failed) },
  );
}
