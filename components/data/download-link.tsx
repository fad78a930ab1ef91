import type { ComponentProps, MouseEvent } from "react";
import { download } from "@/components/data/download";

type DownloadLinkProps = ComponentProps<"a"> & {
  href: string;
  /** Whether the file may take a moment, which is then announced. */
  isSlow?: boolean;
};

/** A link that downloads a file. All but a plain click is left to the browser: "Save link as", another tab. */
export function DownloadLink({ href, isSlow = false, onClick, children, ...props }: DownloadLinkProps) {
  const onDownload = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    download(href, { isSlow });
  };
  return (
    <a {...props} href={href} download onClick={onDownload}>
      {children}
    </a>
  );
}
