export const urlToolbarClasses = {
  search: "col-span-2 flex items-center gap-1 @table:w-64",
  searchField: "min-w-0 flex-1",
  menu: "-mr-1",
  filter: "@table:w-34",
  maintenance: "ml-auto",
  maintenanceAlone: "flex justify-end p-3 @table:px-5",
  sort: "@table:hidden",
} as const;
