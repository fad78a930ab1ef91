"use client";

import { FileSpreadsheet, ImageDown } from "lucide-react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { MenuButton } from "@/components/ui/menu-button";

export type ChartMenuProps = {
  /** Accessible name of its button. */
  label: string;
  /** Address of the CSV file. */
  csv: string | null;
  /** Undefined while there is no chart to see. */
  onPng: (() => void) | undefined;
};

export function ChartMenu({ csv, onPng, label }: ChartMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <MenuButton label={label} />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem disabled={!onPng} onSelect={() => onPng?.()}>
          <ImageDown aria-hidden />
          Download PNG
        </DropdownMenuItem>
        {csv && (
          <DropdownMenuItem asChild>
            <a href={csv} download>
              <FileSpreadsheet aria-hidden />
              Download CSV
            </a>
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
