import { TableHead, TableHeading, TableRow } from "@/components/ui/table";

/** The columns and their widths; the destination takes what is left. */
export function UrlTableHead() {
  return (
    <TableHead>
      <TableRow>
        <TableHeading className="@table:w-[25%] @roomy:w-[29%]">Short URL</TableHeading>
        <TableHeading>Destination</TableHeading>
        <TableHeading className="text-right @table:w-16 @roomy:w-24 @roomy:pr-6">Clicks</TableHeading>
        <TableHeading className="@table:w-26 @roomy:w-30">Created</TableHeading>
        <TableHeading className="@table:w-24 @roomy:w-26">Status</TableHeading>
        <TableHeading className="text-right @table:w-31 @roomy:w-34">Actions</TableHeading>
      </TableRow>
    </TableHead>
  );
}
