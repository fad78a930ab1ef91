/** Of the lines of a comparison, in order. They differ in more than colour, for users who do not see it. */
export const SERIES_LOOKS: readonly { colour: string; dash?: string }[] = [
  { colour: "var(--series-1)" },
  { colour: "var(--series-2)", dash: "7 3" },
  { colour: "var(--series-3)", dash: "2 3" },
  { colour: "var(--series-4)", dash: "10 3 2 3" },
  { colour: "var(--series-5)", dash: "4 2" },
];
