import type { ComponentProps } from "react";
import { ColumnsButton } from "@/components/ui/columns-face";
import type { ColumnsMenuProps } from "@/components/ui/columns-menu";
import { lazyTrigger } from "@/components/ui/on-demand";
import { AdminMaintenanceButtons, AdminMaintenanceMenu } from "@/components/urls/admin-maintenance-buttons";
import { urlTableLayout } from "@/components/urls/url-layout";
import { UrlToolbar } from "@/components/urls/url-toolbar";
import { urlToolbarClasses } from "@/components/urls/url-toolbar-classes";
import { useMaintenance } from "@/components/urls/use-maintenance";

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
          className="ml-auto @max-spacious:w-full @max-spacious:justify-end"
        />
      }
    >
      <ColumnsMenu columnsKey="urls" columns={urlTableLayout.columns} />
    </UrlToolbar>
  );
}

const ColumnsMenu = lazyTrigger<ColumnsMenuProps>(
  ({ columnsKey, columns, ...button }) => <ColumnsButton {...button} />,
  () => import("@/components/ui/columns-menu").then((file) => file.ColumnsMenu),
);
