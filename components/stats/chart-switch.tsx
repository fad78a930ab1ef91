import { ChartLine, Table2 } from "lucide-react";
import { IconButton } from "@/components/ui/button/icon-button";

type ChartSwitchProps = { isTable: boolean; onTable: (isTable: boolean) => void };

/** Shows the numbers of a chart as a table, and back. */
export function ChartSwitch({ isTable, onTable }: ChartSwitchProps) {
  const Icon = isTable ? ChartLine : Table2;
  return (
    <IconButton label={isTable ? "Show as chart" : "Show as table"} onClick={() => onTable(!isTable)}>
      <Icon aria-hidden className="size-4" />
    </IconButton>
  );
}
