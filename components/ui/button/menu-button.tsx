import { Ellipsis } from "lucide-react";
import type { ComponentType, Ref } from "react";
import { Button, type ButtonProps } from "@/components/ui/button/button";
import { lazyTrigger } from "@/components/ui/button/on-demand";

/** Props of the button that opens a menu. */
export type MenuProps = {
  /** Accessible name. */
  label: string;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
};

/** Opens the menu of a row. */
export function MenuButton({ label, ...props }: Omit<ButtonProps, "size" | "variant" | "aria-label"> & MenuProps) {
  return (
    <Button size="icon" variant="ghost" aria-label={label} aria-haspopup="menu" aria-expanded={false} {...props}>
      <Ellipsis aria-hidden className="size-4" strokeWidth={1.75} />
    </Button>
  );
}

/** @param load a RowMenu, whose code is loaded on demand */
export function lazyMenu<Props extends MenuProps>(load: () => Promise<ComponentType<Props>>) {
  return lazyTrigger<Props>(
    ({ label, className, ref, onPointerEnter, onFocus, onClick, onKeyDown }) => (
      <MenuButton {...{ label, className, ref, onPointerEnter, onFocus, onClick, onKeyDown }} />
    ),
    load,
  );
}
