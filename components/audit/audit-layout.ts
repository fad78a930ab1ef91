/** Shared by the toolbar and its skeleton, so that nothing jumps. */
export const auditToolbarClasses = {
  toolbar: "grid grid-cols-2 gap-2 border-line border-b p-3 @table:flex @table:flex-wrap @table:border-b-0 @table:px-5",
  filter: "@table:w-40",
} as const;
