import { Ellipsis } from "lucide-react";
import { Button, type ButtonProps } from "@/components/ui/button";

export type MenuButtonProps = Omit<ButtonProps, "size" | "variant" | "aria-label"> & {
  /** Accessible name. */
  label: string;
};

/** Opens the menu of a row. */
export function MenuButton({ label, ...props }: MenuButtonProps) {
  return (
    <Button size="icon" variant="ghost" aria-label={label} aria-haspopup="menu" aria-expanded={false} {...props}>
      <Ellipsis aria-hidden className="size-4" strokeWidth={1.75} />
    </Button>
  );
}
