import { TableHead, TableHeading, TableRow } from "@/components/ui/table";

/** The columns and their widths; the name takes what is left. */
export function ApiKeyHead() {
  return (
    <TableHead>
      <TableRow>
        <TableHeading>Name</TableHeading>
        <TableHeading className="@table:w-30">Status</TableHeading>
        <TableHeading className="@table:w-[15%]">Created by</TableHeading>
        <TableHeading className="@table:w-40">Access</TableHeading>
        <TableHeading className="@table:w-36 @roomy:w-40">Use</TableHeading>
        <TableHeading className="text-right @table:w-36">Actions</TableHeading>
      </TableRow>
    </TableHead>
  );
}
