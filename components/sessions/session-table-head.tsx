import { TableHead, TableHeading, TableRow } from "@/components/ui/table";

/** The columns and their widths; the browser takes what is left. */
export function SessionTableHead() {
  return (
    <TableHead>
      <TableRow>
        <TableHeading>Browser and system</TableHeading>
        <TableHeading className="@table:w-36 @roomy:w-48">Country</TableHeading>
        <TableHeading className="@table:w-40 @roomy:w-52">Signed in</TableHeading>
        <TableHeading className="@table:w-28 @roomy:w-36">Last seen</TableHeading>
        <TableHeading className="text-right @table:w-32 @roomy:w-36">
          <span className="sr-only">Actions</span>
        </TableHeading>
      </TableRow>
    </TableHead>
  );
}
