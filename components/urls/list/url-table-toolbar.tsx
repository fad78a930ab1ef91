import type { ComponentProps } from "react";
import { lazyTrigger } from "@/components/ui/button/on-demand";
import type { ColumnsMenuProps } from "@/components/ui/table/columns-menu";
import { ColumnsButton } from "@/components/ui/table/columns-trigger";
import { urlTableLayout } from "@/components/urls/list/url-layout";
import { UrlToolbar } from "@/components/urls/list/url-toolbar";
import { urlToolbarClasses } from "@/components/urls/list/url-toolbar-classes";
import { AdminMaintenanceButtons, AdminMaintenanceMenu } from "@/components/urls/maintenance/admin-maintenance-buttons";
import { useMaintenance } from "@/components/urls/maintenance/use-maintenance";

type UrlTableToolbarProps = Pick<
  ComponentProps<typeof UrlToolbar>,
  "filters" | "onFilter" | "sort" | "onSort" | "busy"
>;

export function UrlTableToolbar(props: UrlTableToolbarProps) {
  const maintenance = useMaintenance();
  return (
    <UrlToolbar
      {...props}
      aside={<AdminMaintenanceMenu actions={maintenance} className="-mr-1" />}
      sortClass={urlToolbarClasses.sort}
      // Where Clear Filters would push them to a second line, they always have one, so that the table doesn't move.
      actions={
        <AdminMaintenanceButtons
          actions={maintenance}
          className="ml-auto @max-[76rem]:w-full @max-[76rem]:justify-end"
        />
      }
    >
      <ColumnsMenu columnsKey="urls" columns={urlTableLayout.columns} />
    </UrlToolbar>
  );
}

const ColumnsMenu = lazyTrigger<ColumnsMenuProps>(
  ({ columnsKey, columns, ...button }) => <ColumnsButton {...button} />,
  () => import("@/components/ui/table/columns-menu").then((file) => file.ColumnsMenu),
);
