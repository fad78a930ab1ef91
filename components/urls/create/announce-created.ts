import { isUnauthorized } from "@/components/data/api";
import { openOverlay } from "@/components/shell/overlays";
import { toast } from "@/components/ui/toast/toast-store";
import { copyShortUrl } from "@/components/urls/copy";
import type { ManyOutcome } from "@/components/urls/create/many-urls";
import { withoutScheme } from "@/components/urls/short-link-text";
import { createErrorText } from "@/components/urls/url-errors";
import { plural } from "@/lib/format";
import type { ShortUrl } from "@/lib/urls/types";

export function announceCreated(created: ShortUrl): void {
  toast({
    title: "Short URL created successfully",
    description: withoutScheme(created.shortUrl),
    actions: [
      { label: "Copy link", onClick: () => void copyShortUrl(created.shortUrl) },
      ...(created.qrCodeUrl ? [{ label: "QR code", onClick: () => openOverlay({ kind: "qr", url: created }) }] : []),
    ],
  });
}

/** Says how many of the wanted links were created, and what stopped the others, except for a lost session. */
export function announceMany({ created, failure }: ManyOutcome, wanted: number, urlLimit: number): void {
  const hasFailed = failure !== undefined && !isUnauthorized(failure);
  if (created.length === 0 && !hasFailed) return;
  const all = plural(wanted, "short URL");
  const done = `${created.length === wanted ? all : `${created.length} of ${all}`} created`;
  const copy = {
    label: created.length === 1 ? "Copy link" : "Copy links",
    onClick: () => void copyShortUrl(created.map(({ shortUrl }) => shortUrl).join("\n")),
  };
  const reason = hasFailed && createErrorText(failure, urlLimit);
  toast({
    ...(reason
      ? { variant: "destructive", title: "Error", description: created.length > 0 ? `${done}. ${reason}` : reason }
      : { title: done }),
    ...(created.length > 0 && { actions: [copy] }),
  });
}
