import { Columns3 } from "lucide-react";
import { Button, type ButtonProps } from "@/components/ui/button/button";
import { cn } from "@/components/ui/cn";

/** Opens the menu of a table's columns. Hidden if rows are cards, which show everything. */
export function ColumnsButton(props: Omit<ButtonProps, "size" | "variant">) {
  return (
    <Button
      size="icon"
      variant="ghost"
      aria-label="Columns"
      aria-haspopup="menu"
      aria-expanded={false}
      data-tip="Columns"
      {...props}
      className={cn("hidden @table:inline-flex", props.className)}
    >
      <Columns3 aria-hidden className="size-4" strokeWidth={1.75} />
    </Button>
  );
}
