const MAINTENANCE =
  "flex flex-wrap gap-2 *:flex-1 *:px-2 *:text-sm @table:*:flex-none @table:*:px-3.5 @table:*:text-base";

/** Shared by the toolbar and its skeleton, so that nothing jumps. */
export const urlToolbarClasses = {
  toolbar: "grid grid-cols-2 gap-2 border-line border-b p-3 @table:flex @table:flex-wrap @table:border-b-0 @table:px-5",
  search: "col-span-2 @table:w-72",
  filter: "@table:w-36",
  maintenance: `col-span-2 @table:ml-auto ${MAINTENANCE}`,
  /** Above an empty table, which has nothing to search or filter. */
  maintenanceAlone: `p-3 @table:justify-end @table:px-5 ${MAINTENANCE}`,
  sort: "col-span-2 @table:hidden",
} as const;
