"use client";

import { Button } from "@/components/ui/button";
import { copyShortUrl } from "@/components/urls/copy";
import { showQr } from "@/components/urls/qr-request";
import { withoutScheme } from "@/components/urls/short-link-text";
import type { ShortUrl } from "@/lib/urls/types";

/** The link just created, in a dialog that stays open: keyboards and screen readers don't reach the toast behind it. */
export function CreatedNote({ url }: { url: ShortUrl }) {
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md border border-line px-3 py-2 text-sm">
      <span className="min-w-0 flex-1 break-all font-mono">{withoutScheme(url.shortUrl)}</span>
      <Button variant="secondary" size="sm" onClick={() => void copyShortUrl(url.shortUrl)}>
        Copy link
      </Button>
      {url.qrCodeUrl && (
        <Button variant="secondary" size="sm" onClick={() => showQr(url)}>
          QR code
        </Button>
      )}
    </div>
  );
}
