import { SUMMARY_FREQUENCIES } from "@/lib/summaries/types";
import * as z from "@/lib/zod";

const FREQUENCY_INVALID = "`frequency` must be off, weekly or monthly.";

/** Body of PUT /api/summary. */
export const summarySettingSchema = z.object({ frequency: z.enum(SUMMARY_FREQUENCIES, FREQUENCY_INVALID) });
