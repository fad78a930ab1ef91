import { TableHead, TableHeading, TableRow } from "@/components/ui/table";

/** The columns and their widths; what was altered takes what is left. */
export function AuditTableHead() {
  return (
    <TableHead>
      <TableRow>
        <TableHeading className="@table:w-34 @roomy:w-48">When</TableHeading>
        <TableHeading className="@table:w-[20%]">Who</TableHeading>
        <TableHeading className="@table:w-[28%]">What</TableHeading>
        <TableHeading>Changes</TableHeading>
      </TableRow>
    </TableHead>
  );
}
