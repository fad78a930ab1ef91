"use client";

import { ColumnsButton } from "@/components/ui/columns-face";
import { lazyTrigger } from "@/components/ui/on-demand";

type ColumnsMenuProps = {
  /** Of the table (TableLayout). */
  columnsKey: string;
  columns: readonly { title: string; isOptional?: boolean }[];
};

export const ColumnsMenu = lazyTrigger<ColumnsMenuProps>(
  ({ columnsKey, columns, ...button }) => <ColumnsButton {...button} />,
  () => import("@/components/ui/columns-menu").then((file) => file.ColumnsMenu),
);
