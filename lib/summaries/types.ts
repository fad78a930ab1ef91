export const SUMMARY_FREQUENCIES = ["off", "weekly", "monthly"] as const;
export type SummaryFrequency = (typeof SUMMARY_FREQUENCIES)[number];
/** Frequencies of users who get a summary. */
export type SentFrequency = Exclude<SummaryFrequency, "off">;

/** The setting of a user. */
export type SummarySetting = { frequency: SummaryFrequency };
