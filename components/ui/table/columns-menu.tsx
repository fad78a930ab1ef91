import { type KeyboardEvent, useState } from "react";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/button/dropdown-menu";
import { clampWidth } from "@/components/ui/table/column-choices";
import { ColumnsButton } from "@/components/ui/table/columns-trigger";
import { useColumnChoices } from "@/components/ui/table/use-column-choices";

const STEP_PX = 16;

export type ColumnsMenuProps = {
  /** The table's `columnsKey` (TableLayout). */
  columnsKey: string;
  columns: readonly { title: string; isOptional?: boolean }[];
};

/** Shows and hides a table's columns, and changes their widths by arrow keys. */
export function ColumnsMenu({ columnsKey, columns }: ColumnsMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <ColumnsButton />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <Choices columnsKey={columnsKey} columns={columns} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function Choices({ columnsKey, columns }: ColumnsMenuProps) {
  const { choices, change, setWidth, reset } = useColumnChoices(columnsKey);
  // Titles of the columns that are visible when the menu opens.
  const [visible] = useState(
    () => new Set(columns.filter(({ title }) => widthOf(title) > 0).map(({ title }) => title)),
  );
  const resize = (event: KeyboardEvent, title: string) => {
    const step = { ArrowRight: STEP_PX, ArrowLeft: -STEP_PX }[event.key];
    const width = widthOf(title);
    if (!step || width === 0) return;
    event.preventDefault();
    setWidth(title, clampWidth((choices.widths[title] ?? width) + step));
  };
  return (
    <>
      {columns
        .filter(({ isOptional }) => isOptional)
        .map(({ title }) => (
          <DropdownMenuCheckboxItem
            key={title}
            checked={choices.shown[title] ?? visible.has(title)}
            onCheckedChange={(isShown) => change({ ...choices, shown: { ...choices.shown, [title]: isShown } })}
            onSelect={(event) => event.preventDefault()}
            onKeyDown={(event) => resize(event, title)}
          >
            {title}
          </DropdownMenuCheckboxItem>
        ))}
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={reset}>Reset columns</DropdownMenuItem>
      <p className="px-2 py-1 text-muted text-xs">← → change the width</p>
    </>
  );
}

/** A column's width in pixels; 0 if it is not shown. */
function widthOf(title: string): number {
  return document.querySelector<HTMLElement>(`main th[data-column="${title}"]`)?.offsetWidth ?? 0;
}
