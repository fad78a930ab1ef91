import { FileSpreadsheet, ImageDown } from "lucide-react";
import { DownloadLink } from "@/components/data/download-link";
import { DropdownMenuItem } from "@/components/ui/button/dropdown-menu";
import type { MenuProps } from "@/components/ui/button/menu-button";
import { MenuItem, RowMenu } from "@/components/ui/table/row-menu";

export type ChartMenuProps = MenuProps & {
  /** Address of the CSV file. */
  csv: string | null;
  /** Undefined while no chart is shown. */
  onPng: (() => void) | undefined;
};

export function ChartMenu({ csv, onPng, label }: ChartMenuProps) {
  return (
    <RowMenu label={label}>
      {/* Not `disabled`: the arrow keys would skip it, and with it the reason. */}
      <MenuItem
        icon={ImageDown}
        label={onPng ? "Download PNG" : "Download PNG (show the chart first)"}
        aria-disabled={!onPng || undefined}
        onSelect={(event) => (onPng ? onPng() : event.preventDefault())}
      />
      {csv && (
        <DropdownMenuItem asChild>
          <DownloadLink href={csv} isSlow>
            <FileSpreadsheet aria-hidden />
            Download CSV
          </DownloadLink>
        </DropdownMenuItem>
      )}
    </RowMenu>
  );
}
