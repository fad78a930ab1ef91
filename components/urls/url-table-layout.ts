/** Shared by the toolbar and its skeleton, so that nothing jumps. */
export const urlToolbarClasses = {
  toolbar: "grid grid-cols-2 gap-2 border-line border-b p-3 @table:flex @table:flex-wrap @table:border-b-0 @table:px-5",
  search: "col-span-2 @table:w-72",
  filter: "@table:w-36",
  maintenance:
    "col-span-2 flex flex-wrap gap-2 empty:hidden *:flex-1 *:px-2 *:text-sm @table:ml-auto @table:*:flex-none @table:*:px-3.5 @table:*:text-base",
  sort: "col-span-2 @table:hidden",
} as const;
