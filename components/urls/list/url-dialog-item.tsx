import type { ComponentProps } from "react";
import { MenuItem } from "@/components/ui/table/row-menu";
import { type OpenUrlDialog, urlDialogIntents } from "@/components/urls/url-dialogs";
import type { ShortUrl } from "@/lib/urls/types";

type UrlDialogItemProps = Omit<ComponentProps<typeof MenuItem>, "onSelect"> & {
  kind: keyof typeof urlDialogIntents;
  url: ShortUrl;
  onOpen: OpenUrlDialog;
};

/** A menu item that opens a dialog of a link. */
export function UrlDialogItem({ kind, url, onOpen, ...item }: UrlDialogItemProps) {
  return <MenuItem {...item} {...urlDialogIntents[kind]} onSelect={() => onOpen(kind, url)} />;
}
