"use client";

import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { MenuButton } from "@/components/ui/menu-button";
import type { MaintenanceAction } from "@/components/urls/use-maintenance";

export type MaintenanceMenuProps = {
  /** Accessible name of its button. */
  label: string;
  actions: readonly MaintenanceAction[];
  className?: string;
};

export function MaintenanceMenu({ actions, ...button }: MaintenanceMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <MenuButton {...button} />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {actions.map(({ label, icon: Icon, isBusy, onStart }) => (
          <DropdownMenuItem key={label} disabled={isBusy} onSelect={onStart}>
            <Icon aria-hidden strokeWidth={1.75} />
            {label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
