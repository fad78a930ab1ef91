import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/button/dropdown-menu";
import { MenuButton, type MenuProps } from "@/components/ui/button/menu-button";

/** A MenuButton with its menu. */
export function RowMenu({ children, ...button }: MenuProps & { children: ReactNode }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <MenuButton {...button} />
      </DropdownMenuTrigger>
      <DropdownMenuContent>{children}</DropdownMenuContent>
    </DropdownMenu>
  );
}

type MenuItemProps = Omit<ComponentProps<typeof DropdownMenuItem>, "children"> & { icon: LucideIcon; label: string };

export function MenuItem({ icon: Icon, label, ...props }: MenuItemProps) {
  return (
    <DropdownMenuItem {...props}>
      <Icon aria-hidden />
      {label}
    </DropdownMenuItem>
  );
}
