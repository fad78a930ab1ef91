import { Button } from "@/components/ui/button/button";
import { lazyMenu } from "@/components/ui/button/menu-button";
import { cn } from "@/components/ui/cn";
import type { MaintenanceMenuProps } from "@/components/urls/maintenance/maintenance-menu";
import type { MaintenanceAction } from "@/components/urls/maintenance/use-maintenance";

type AdminMaintenanceProps = { actions: readonly MaintenanceAction[]; className?: string };

/** Shown on wide screens. The spinner replaces the icon, so that a button keeps its width. */
export function AdminMaintenanceButtons({ actions, className }: AdminMaintenanceProps) {
  if (actions.length === 0) return null;
  return (
    <div className={cn("hidden gap-2 @table:flex", className)}>
      {actions.map(({ label, icon, isBusy, onStart }) => (
        <Button key={label} icon={isBusy ? undefined : icon} variant="secondary" loading={isBusy} onClick={onStart}>
          {label}
        </Button>
      ))}
    </div>
  );
}

/** The same actions on small screens. */
export function AdminMaintenanceMenu({ actions, className }: AdminMaintenanceProps) {
  if (actions.length === 0) return null;
  return <Menu label="Maintenance" actions={actions} className={cn("@table:hidden", className)} />;
}

const Menu = lazyMenu<MaintenanceMenuProps>(() =>
  import("@/components/urls/maintenance/maintenance-menu").then((file) => file.MaintenanceMenu),
);
