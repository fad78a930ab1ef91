import type { ComponentProps } from "react";
import { MenuItem } from "@/components/ui/table/row-menu";
import { type OpenUrlDialog, URL_DIALOGS, type UrlDialogKind } from "@/components/urls/url-dialogs";
import type { ShortUrl } from "@/lib/urls/types";

type UrlDialogItemProps = Omit<ComponentProps<typeof MenuItem>, "onSelect"> & {
  kind: UrlDialogKind;
  url: ShortUrl;
  onOpen: OpenUrlDialog;
};

/** A menu item that opens a dialog of a link. */
export function UrlDialogItem({ kind, url, onOpen, ...item }: UrlDialogItemProps) {
  return <MenuItem {...item} {...URL_DIALOGS[kind].intent} onSelect={() => onOpen(kind, url)} />;
}
