import { pagesQuery } from "@/components/data/list-queries";
import type { UrlSource } from "@/components/urls/url-queries";
import { paths } from "@/lib/paths";
import type { QrCode } from "@/lib/qr/types";

/** The codes of links that are not deleted, newest first, page by page. */
export const codesQuery = pagesQuery<QrCode>(paths.api.qrCodes, "");

/** Those found by the server; dropped from the cache once unused. */
export function codeSearchQuery(search: string) {
  return { ...pagesQuery<QrCode>(paths.api.qrCodes, search), gcTime: 0 };
}

export const CODES: UrlSource<QrCode> = {
  all: codesQuery,
  search: codeSearchQuery,
  failure: "Your QR codes could not be loaded",
};
