import { TableHead, TableHeading, TableRow } from "@/components/ui/table";

/** The columns and their widths; the destination takes what is left. */
export function UrlTableHead() {
  return (
    <TableHead>
      <TableRow>
        <TableHeading className="md:w-[31%] xl:w-[26%]">Short URL</TableHeading>
        <TableHeading>Destination</TableHeading>
        <TableHeading className="text-right md:w-24 md:pr-6">Clicks</TableHeading>
        <TableHeading className="md:w-30">Created</TableHeading>
        <TableHeading className="md:w-26">Status</TableHeading>
        <TableHeading className="text-right md:w-34">Actions</TableHeading>
      </TableRow>
    </TableHead>
  );
}
