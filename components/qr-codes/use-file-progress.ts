import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ProgressCard } from "@/components/progress/progress-toasts";
import { isInProgress, qrFilesQuery } from "@/components/qr-codes/file-queries";
import { unfollowFile, useFollowedFiles } from "@/components/qr-codes/followed-files";
import { paths } from "@/lib/paths";
import type { QrFile } from "@/lib/qr/types";

const TITLES = {
  zip: { running: "Preparing a ZIP file", ready: "ZIP file ready", failed: "ZIP file failed" },
  sheet: { running: "Preparing label sheets", ready: "Label sheets ready", failed: "Label sheets failed" },
} as const;

/** The files that the viewer requested in this browser, until they are downloaded or dismissed. */
export function useFileProgress(): readonly ProgressCard[] {
  const ids = useFollowedFiles();
  const { data: files } = useQuery({ ...qrFilesQuery, enabled: ids.length > 0 });
  return useMemo(() => (files ?? []).filter(({ id }) => ids.includes(id)).map(toCard), [files, ids]);
}

function toCard(file: QrFile): ProgressCard {
  const { id, kind, fileName, done, total, failure } = file;
  const titles = TITLES[kind];
  const onDismiss = () => unfollowFile(id);
  if (failure !== null) return { id, title: titles.failed, state: "failed", text: failure, onDismiss };
  if (isInProgress(file)) {
    const title = titles.running;
    return { id, title, label: `${title} in the background`, state: "running", done, total, unit: "QR code" };
  }
  const href = paths.api.qrFileDownload(id);
  return { id, title: titles.ready, state: "ready", text: fileName, href, onDismiss };
}
