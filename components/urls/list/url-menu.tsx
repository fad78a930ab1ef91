import { useRef } from "react";
import { lazyMenu } from "@/components/ui/button/menu-button";
import type { UrlRowMenuProps } from "@/components/urls/list/url-row-menu";
import type { OpenUrlDialog } from "@/components/urls/url-dialogs";

type UrlMenuProps = Omit<UrlRowMenuProps, "label" | "ref">;

/** Further actions on a link. Closed dialogs return the focus to its button. */
export function UrlMenu({ url, onOpen, ...props }: UrlMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const open: OpenUrlDialog = (kind, opened) => onOpen(kind, opened, button);
  return <LazyMenu {...props} ref={button} label={`More actions for ${url.shortCode}`} url={url} onOpen={open} />;
}

const LazyMenu = lazyMenu<UrlRowMenuProps>(() =>
  import("@/components/urls/list/url-row-menu").then((file) => file.UrlRowMenu),
);
