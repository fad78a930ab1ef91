"use client";

import { Copy, Download, Image as ImageIcon } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/dialog";
import { copyImage, copyShortUrl } from "@/components/urls/copy";
import { PrintQr } from "@/components/urls/print-qr";
import { withoutScheme } from "@/components/urls/short-link-text";
import type { ShortUrl } from "@/lib/urls/types";

type QrDialogProps = {
  url: ShortUrl;
  /** Path of the image. */
  image: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function QrDialog({ url, image, open, onOpenChange }: QrDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="QR Code" fit className="sm:max-w-sm">
      <DialogBody className="justify-items-center">
        {/* White in both themes: scanners need the contrast. */}
        <div className="rounded-xl border border-line bg-white p-2">
          {/* biome-ignore lint/performance/noImgElement: rendered by our own server */}
          <img src={image} alt={`QR code of ${url.shortUrl}`} width={224} height={224} className="size-56" />
        </div>
        <div className="grid w-full gap-1 text-center">
          <p className="break-all font-medium font-mono text-base text-ink">{withoutScheme(url.shortUrl)}</p>
          <p className="line-clamp-3 break-all text-muted text-sm" title={url.originalUrl}>
            {url.originalUrl}
          </p>
        </div>
        <div className="grid w-full grid-cols-3 gap-2">
          <DownloadLink href={withQuery(image, { download: "1" })} label="PNG" />
          <DownloadLink href={withQuery(image, { format: "svg", download: "1" })} label="SVG" />
          <Button variant="secondary" className="px-2" aria-label="Copy image" onClick={() => void copyImage(image)}>
            <ImageIcon aria-hidden className="size-4" strokeWidth={1.75} />
            Copy
          </Button>
        </div>
        <PrintQr image={withQuery(image, { format: "svg" })} shortUrl={url.shortUrl} />
      </DialogBody>
      <DialogFooter>
        <Button className="w-full" onClick={() => void copyShortUrl(url.shortUrl)}>
          <Copy aria-hidden className="size-4" />
          Copy Short URL
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function DownloadLink({ href, label }: { href: string; label: string }) {
  return (
    <Button asChild variant="secondary" className="px-2">
      <a href={href} download aria-label={`Download ${label}`}>
        <Download aria-hidden className="size-4" strokeWidth={1.75} />
        {label}
      </a>
    </Button>
  );
}

function withQuery(path: string, query: Record<string, string>): string {
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams(query)}`;
}
