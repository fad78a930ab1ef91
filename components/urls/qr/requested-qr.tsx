"use client";

import { useEffect, useState } from "react";
import { onShowQr } from "@/components/urls/qr/qr-request";
import { QrDialog } from "@/components/urls/url-dialogs";
import type { ShortUrl } from "@/lib/urls/types";

/** The QR code that a toast has requested. Rendered once, in the layout of every page. */
export function RequestedQr() {
  const [url, setUrl] = useState<ShortUrl>();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    onShowQr((shown) => {
      setUrl(shown);
      setOpen(true);
    });
  }, []);
  return url ? <QrDialog url={url} open={open} onOpenChange={setOpen} /> : null;
}
