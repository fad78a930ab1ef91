import type { ComponentProps } from "react";
import { FileButtons } from "@/components/qr-codes/file-buttons";
import type { FileTarget } from "@/components/qr-codes/file-target";
import { UrlToolbar } from "@/components/urls/list/url-toolbar";
import { urlToolbarClasses } from "@/components/urls/list/url-toolbar-classes";

type CodeToolbarProps = Omit<ComponentProps<typeof UrlToolbar>, "sortClass" | "actions"> & {
  /** All matching codes. */
  target: FileTarget;
};

/** The same toolbar as above the table of links. Also offers sorting on wide screens, as cards have no headings. */
export function CodeToolbar({ target, ...list }: CodeToolbarProps) {
  return (
    <UrlToolbar
      {...list}
      sortClass={urlToolbarClasses.filter}
      actions={
        <div className="col-span-2 flex flex-wrap gap-2 *:flex-1 @table:ml-auto @table:*:flex-none">
          <FileButtons variant="secondary" target={target} />
        </div>
      }
    />
  );
}
