import { toast } from "@/components/ui/toast-store";
import { copyShortUrl } from "@/components/urls/copy";
import { showQr } from "@/components/urls/qr-request";
import { withoutScheme } from "@/components/urls/short-link-text";
import { plural } from "@/lib/format";
import type { ShortUrl } from "@/lib/urls/types";

export function announceCreated(created: ShortUrl): void {
  toast({
    title: "Short URL created successfully",
    description: withoutScheme(created.shortUrl),
    actions: [
      { label: "Copy link", onClick: () => void copyShortUrl(created.shortUrl) },
      ...(created.qrCodeUrl ? [{ label: "QR code", onClick: () => showQr(created) }] : []),
    ],
  });
}

/** @param wanted how many were to be created */
export function announceMany(created: readonly ShortUrl[], wanted: number): void {
  if (created.length === 0) return;
  const isAll = created.length === wanted;
  toast({
    title: isAll
      ? `${plural(wanted, "short URL")} created`
      : `${created.length} of ${plural(wanted, "short URL")} created`,
    actions: [
      {
        label: created.length === 1 ? "Copy link" : "Copy links",
        onClick: () => void copyShortUrl(created.map(({ shortUrl }) => shortUrl).join("\n")),
      },
    ],
  });
}
