"use client";

import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { toastError } from "@/components/data/toast-error";
import { useRemovePlacement } from "@/components/placements/placement-queries";
import { FORMAT_LABELS } from "@/components/qr-codes/format-labels";
import { buttonClass } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast-store";
import { plural } from "@/lib/format";
import { paths } from "@/lib/paths";
import { QR_DESIGN_FORMATS, type QrDesignFormat } from "@/lib/qr/design";
import type { Placement } from "@/lib/qr/types";
import type { ShortUrl } from "@/lib/urls/types";

type PlacementRowProps = { url: ShortUrl; placement: Placement; canEdit: boolean };

export function PlacementRow({ url, placement: { name, scans }, canEdit }: PlacementRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-4 py-2.5 first:border-t-0">
      <div className="min-w-32 flex-1">
        <p className="break-all font-medium font-mono text-ink text-sm">{name}</p>
        <p className="text-muted text-sm tabular-nums">{plural(scans, "scan")}</p>
      </div>
      <div className="flex items-center gap-1">
        {url.qrCodeUrl &&
          QR_DESIGN_FORMATS.map((format) => (
            <a
              key={format}
              href={codePath(url.id, name, format)}
              download
              aria-label={`Download ${FORMAT_LABELS[format]} for ${name}`}
              className={buttonClass({ variant: "ghost", size: "sm", className: "gap-1.5 px-2" })}
            >
              <Download aria-hidden className="size-4" strokeWidth={1.75} />
              {FORMAT_LABELS[format]}
            </a>
          ))}
        {canEdit && <Remove urlId={url.id} name={name} />}
      </div>
    </li>
  );
}

function codePath(urlId: string, placement: string, format: QrDesignFormat): string {
  return `${paths.api.urlQr(urlId)}?${new URLSearchParams({ placement, format, download: "1" })}`;
}

function Remove({ urlId, name }: { urlId: string; name: string }) {
  const [open, setOpen] = useState(false);
  const remove = useRemovePlacement(urlId);
  const onConfirm = () =>
    remove.mutate(name, {
      onSuccess: () => {
        setOpen(false);
        toast({ title: "Placement removed" });
      },
      onError: (error) => toastError(error, "Failed to remove the placement"),
    });
  return (
    <>
      <IconButton label={`Remove ${name}`} tip="Remove" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden className="size-4" strokeWidth={1.75} />
      </IconButton>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Remove placement?"
        description={`Printed codes for ${name} keep working, but new scans are no longer counted for it. Existing scans are kept.`}
        confirmLabel="Remove"
        pending={remove.isPending}
        onConfirm={onConfirm}
      />
    </>
  );
}
