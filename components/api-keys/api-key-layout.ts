/** Shared by the toolbar and its skeleton, so that nothing jumps. */
export const apiKeyToolbarClasses = {
  toolbar: "flex flex-wrap items-center justify-between gap-2 border-line border-b p-3 @table:border-b-0 @table:px-5",
  group: "w-full @table:w-72",
  create: "w-full @table:w-auto",
} as const;
