"use client";

import { ChartLine, Copy, Download, Image as ImageIcon, MapPin, Palette, Printer } from "lucide-react";
import Link from "next/link";
import type { Ref } from "react";
import { FORMAT_LABELS } from "@/components/qr-codes/format-labels";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { MenuButton } from "@/components/ui/menu-button";
import { copyImage, copyShortUrl } from "@/components/urls/copy";
import { DEFAULT_DRAFT, qrPath } from "@/components/urls/qr-look";
import { urlDialogIntents } from "@/components/urls/url-dialogs";
import { paths } from "@/lib/paths";
import { QR_DESIGN_FORMATS } from "@/lib/qr/design";
import type { ListedUrl } from "@/lib/urls/types";

export type CodeMenuProps = {
  /** Accessible name of its button. */
  label: string;
  url: ListedUrl;
  onPrint: () => void;
  onPlacements: () => void;
  /** False if the user may not change the link. */
  onDesign: (() => void) | false;
  /** Of its button. */
  ref: Ref<HTMLButtonElement>;
};

export function CodeMenu({ url, onPrint, onPlacements, onDesign, ...button }: CodeMenuProps) {
  const image = url.qrCodeUrl ?? paths.api.urlQr(url.id);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <MenuButton {...button} />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {QR_DESIGN_FORMATS.map((format) => (
          <DropdownMenuItem key={format} asChild>
            <a href={qrPath(image, DEFAULT_DRAFT, format, { isDownload: true })} download>
              <Download aria-hidden />
              Download {FORMAT_LABELS[format]}
            </a>
          </DropdownMenuItem>
        ))}
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void copyImage(qrPath(image, DEFAULT_DRAFT, "png"))}>
          <ImageIcon aria-hidden />
          Copy image
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void copyShortUrl(url.shortUrl)}>
          <Copy aria-hidden />
          Copy short URL
        </DropdownMenuItem>
        <DropdownMenuItem {...urlDialogIntents.qr} onSelect={onPrint}>
          <Printer aria-hidden />
          Print
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        {onDesign && (
          <DropdownMenuItem {...urlDialogIntents.design} onSelect={onDesign}>
            <Palette aria-hidden />
            Design
          </DropdownMenuItem>
        )}
        <DropdownMenuItem {...urlDialogIntents.placements} onSelect={onPlacements}>
          <MapPin aria-hidden />
          Placements
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link href={paths.url(url.id)} prefetch={false}>
            <ChartLine aria-hidden />
            Statistics
          </Link>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
