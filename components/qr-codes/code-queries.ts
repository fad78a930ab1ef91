import { pagesQuery } from "@/components/data/list-queries";
import type { UrlSource } from "@/components/urls/url-queries";
import { paths } from "@/lib/paths";
import type { QrCode } from "@/lib/qr/types";

/**
 * The codes of links: all links that are not deleted, newest first, or search results, which leave the cache once
 * unused.
 */
export const CODES: UrlSource<QrCode> = {
  all: pagesQuery<QrCode>(paths.api.qrCodes, ""),
  search: (search) => ({ ...pagesQuery<QrCode>(paths.api.qrCodes, search), gcTime: 0 }),
  failure: "Your QR codes could not be loaded",
};
