import type { MenuProps } from "@/components/ui/button/menu-button";
import { MenuItem, RowMenu } from "@/components/ui/table/row-menu";
import type { MaintenanceAction } from "@/components/urls/maintenance/use-maintenance";

export type MaintenanceMenuProps = MenuProps & {
  actions: readonly MaintenanceAction[];
};

export function MaintenanceMenu({ actions, ...button }: MaintenanceMenuProps) {
  return (
    <RowMenu {...button}>
      {actions.map(({ label, icon, isBusy, onStart }) => (
        <MenuItem key={label} icon={icon} label={label} disabled={isBusy} onSelect={onStart} />
      ))}
    </RowMenu>
  );
}
