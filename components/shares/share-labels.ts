import type { SelectOption } from "@/components/ui/select-button";
import { SHARE_RANGES, type ShareRange } from "@/lib/shares/types";

export const SHARE_RANGE_LABELS: Record<ShareRange, string> = {
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
  "12m": "12 months",
  all: "All time",
};

export const MAX_RANGE_OPTIONS: readonly SelectOption[] = SHARE_RANGES.map((value) => ({
  value,
  label: value === "all" ? SHARE_RANGE_LABELS.all : `Last ${SHARE_RANGE_LABELS[value]}`,
}));

/** The value for no expiry. */
export const NEVER = "never";

export const EXPIRY_OPTIONS: readonly SelectOption[] = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: NEVER, label: "Never" },
];
