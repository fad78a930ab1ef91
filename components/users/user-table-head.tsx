import { TableHead, TableHeading, TableRow } from "@/components/ui/table";

/** The columns and their widths; the address takes what is left. */
export function UserTableHead() {
  return (
    <TableHead>
      <TableRow>
        <TableHeading className="@table:w-[21%] @roomy:w-[24%]">Name</TableHeading>
        <TableHeading>Email</TableHeading>
        <TableHeading className="@table:w-30 @roomy:w-40">Role</TableHeading>
        <TableHeading className="@table:w-24 @roomy:w-32">Status</TableHeading>
        <TableHeading className="@table:w-26 @roomy:w-36">URL limit</TableHeading>
        <TableHeading className="text-right @table:w-18 @roomy:w-24">Actions</TableHeading>
      </TableRow>
    </TableHead>
  );
}
