import { useQuery } from "@tanstack/react-query";
import { Download, FileArchive, Tags, Trash2 } from "lucide-react";
import { callDelete } from "@/components/data/call-delete";
import { DownloadLink } from "@/components/data/download-link";
import { toastError } from "@/components/data/toast-error";
import { useChange } from "@/components/data/use-change";
import { isInProgress, qrFilesQuery } from "@/components/qr-codes/file-queries";
import { unfollowFile } from "@/components/qr-codes/followed-files";
import { buttonClass } from "@/components/ui/button/button-class";
import { IconButton } from "@/components/ui/button/icon-button";
import { Panel } from "@/components/ui/panel";
import { ProgressBar } from "@/components/ui/progress-bar";
import { LocalDateTime } from "@/components/ui/text/local-date";
import { formatCount, plural } from "@/lib/format";
import { paths } from "@/lib/paths";
import type { QrFile } from "@/lib/qr/types";

/** The ZIP files and label sheets that the viewer requested, with their progress; nothing if there are none. */
export function FilePanel() {
  const { data: files = [] } = useQuery(qrFilesQuery);
  if (files.length === 0) return null;
  return (
    <Panel title="Files" footer="Files are deleted after a day." className="mb-4">
      <ul>
        {files.map((file) => (
          <FileRow key={file.id} file={file} />
        ))}
      </ul>
    </Panel>
  );
}

function FileRow({ file }: { file: QrFile }) {
  const { id, kind, fileName, done, total, failure } = file;
  const remove = useChange(() => callDelete("File", paths.api.qrFile(id)), [paths.api.qrFiles], {
    onError: (error) => toastError(error, "Failed to delete the file"),
  });
  const onDelete = () => {
    unfollowFile(id);
    remove.mutate();
  };
  const isReady = failure === null && done === total;
  const Icon = kind === "sheet" ? Tags : FileArchive;
  return (
    <li className="flex items-center gap-3 border-line border-t px-4 py-3 first:border-t-0 sm:px-5">
      <Icon aria-hidden className="size-5 shrink-0 text-muted max-sm:hidden" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-base text-ink">{fileName}</p>
        <div role="status" className="text-muted text-sm tabular-nums">
          <FileState file={file} />
        </div>
        {isInProgress(file) && (
          <div className="mt-1.5">
            <ProgressBar
              label={`Prepare ${fileName}`}
              value={done}
              max={total}
              valueText={`${formatCount(done)} of ${plural(total, "QR code")}`}
            />
          </div>
        )}
      </div>
      {isReady && (
        <DownloadLink
          href={paths.api.qrFileDownload(id)}
          isSlow
          onClick={() => unfollowFile(id)}
          aria-label={`Download ${fileName}`}
          className={buttonClass({ variant: "secondary", size: "sm" })}
        >
          <Download aria-hidden className="size-4" strokeWidth={1.75} />
          <span className="max-sm:sr-only">Download</span>
        </DownloadLink>
      )}
      <IconButton
        icon={Trash2}
        label={`Delete ${fileName}`}
        tip="Delete"
        loading={remove.isPending}
        onClick={onDelete}
      />
    </li>
  );
}

function FileState({ file }: { file: QrFile }) {
  const { failure, total, createdAt } = file;
  if (failure !== null) return <span className="wrap-anywhere text-danger-text">{failure}</span>;
  if (isInProgress(file)) return <span>{`Preparing ${plural(total, "QR code")}`}</span>;
  return (
    <span>
      {plural(total, "QR code")}, <LocalDateTime iso={createdAt} />
    </span>
  );
}
