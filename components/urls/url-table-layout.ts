/** Shared by the toolbar and its skeleton, so that nothing jumps. */
export const urlToolbarClasses = {
  toolbar: "grid grid-cols-2 gap-2 border-line border-b p-3 @table:flex @table:flex-wrap @table:border-b-0 @table:px-5",
  search: "col-span-2 @table:w-72 @roomy:w-80",
  filter: "@table:w-36 @roomy:w-40",
  sort: "col-span-2 @table:hidden",
} as const;
