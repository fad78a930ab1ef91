"use client";

import { useSyncExternalStore } from "react";
import { closeQr, getQrRequest, subscribeToQrRequests } from "@/components/urls/qr-request";
import { QrDialog } from "@/components/urls/url-dialogs";

/** The QR code that a toast has requested. Rendered once, in the frame of every page. */
export function RequestedQr() {
  const request = useSyncExternalStore(subscribeToQrRequests, getQrRequest, () => null);
  const image = request?.url.qrCodeUrl;
  if (!request || !image) return null;
  return <QrDialog url={request.url} image={image} open={request.open} onOpenChange={closeQr} />;
}
