import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import type { MenuProps } from "@/components/ui/menu-button";
import { RowMenu } from "@/components/ui/row-menu";
import type { MaintenanceAction } from "@/components/urls/use-maintenance";

export type MaintenanceMenuProps = MenuProps & {
  actions: readonly MaintenanceAction[];
};

export function MaintenanceMenu({ actions, ...button }: MaintenanceMenuProps) {
  return (
    <RowMenu {...button}>
      {actions.map(({ label, icon: Icon, isBusy, onStart }) => (
        <DropdownMenuItem key={label} disabled={isBusy} onSelect={onStart}>
          <Icon aria-hidden strokeWidth={1.75} />
          {label}
        </DropdownMenuItem>
      ))}
    </RowMenu>
  );
}
