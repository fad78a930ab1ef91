import { TableHead, TableHeading, TableRow } from "@/components/ui/table";

/** The columns and their widths; the description takes what is left. */
export function GroupTableHead() {
  return (
    <TableHead>
      <TableRow>
        <TableHeading className="@table:w-[26%]">Name</TableHeading>
        <TableHeading>Description</TableHeading>
        <TableHeading className="@table:w-36 @roomy:w-44">User limit</TableHeading>
        <TableHeading className="text-right @table:w-48 @roomy:w-52">Actions</TableHeading>
      </TableRow>
    </TableHead>
  );
}
