export const urlToolbarClasses = {
  search: "col-span-2 flex items-center gap-1 @table:w-64",
  filter: "@table:w-32 @table:pointer-coarse:w-36",
  sort: "@table:hidden",
} as const;
