import { ChartLine, Copy, Download, Image as ImageIcon, MapPin, Palette, Printer } from "lucide-react";
import Link from "next/link";
import { download } from "@/components/data/download";
import { FORMAT_LABELS } from "@/components/qr-codes/format-labels";
import { canCopyImages } from "@/components/ui/button/clipboard";
import { DropdownMenuItem, DropdownMenuSeparator } from "@/components/ui/button/dropdown-menu";
import type { MenuProps } from "@/components/ui/button/menu-button";
import { MenuItem, RowMenu } from "@/components/ui/table/row-menu";
import { copyImage, copyShortUrl } from "@/components/urls/copy";
import { UrlDialogItem } from "@/components/urls/list/url-dialog-item";
import { DEFAULT_DRAFT, qrPath } from "@/components/urls/qr/qr-look";
import type { OpenUrlDialog } from "@/components/urls/url-dialogs";
import { paths } from "@/lib/paths";
import { QR_DESIGN_FORMATS } from "@/lib/qr/design";
import type { ListedUrl } from "@/lib/urls/types";

export type CodeMenuProps = MenuProps & {
  url: ListedUrl;
  canEdit: boolean;
  onOpen: OpenUrlDialog;
};

export function CodeMenu({ url, canEdit, onOpen, ...button }: CodeMenuProps) {
  const opening = { url, onOpen };
  const image = url.qrCodeUrl ?? paths.api.urlQr(url.id);
  return (
    <RowMenu {...button}>
      {QR_DESIGN_FORMATS.map((format) => (
        <MenuItem
          key={format}
          icon={Download}
          label={`Download ${FORMAT_LABELS[format]}`}
          onSelect={() => download(qrPath(image, DEFAULT_DRAFT, format, { isDownload: true }))}
        />
      ))}
      <DropdownMenuSeparator />
      {canCopyImages() && (
        <MenuItem
          icon={ImageIcon}
          label="Copy image"
          onSelect={() => void copyImage(qrPath(image, DEFAULT_DRAFT, "png"))}
        />
      )}
      <MenuItem icon={Copy} label="Copy short URL" onSelect={() => void copyShortUrl(url.shortUrl)} />
      <UrlDialogItem {...opening} kind="qr" icon={Printer} label="Print" />
      <DropdownMenuSeparator />
      {canEdit && <UrlDialogItem {...opening} kind="design" icon={Palette} label="Design" />}
      <UrlDialogItem {...opening} kind="placements" icon={MapPin} label="Placements" />
      <DropdownMenuItem asChild>
        <Link href={paths.url(url.id)} prefetch={false}>
          <ChartLine aria-hidden />
          Statistics
        </Link>
      </DropdownMenuItem>
    </RowMenu>
  );
}
