"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "@/components/data/api";
import { toastError } from "@/components/data/toast-error";
import { useChange } from "@/components/data/use-change";
import { SettingsSection } from "@/components/settings/settings-section";
import { summarySettingQuery } from "@/components/summaries/summary-setting-query";
import { SegmentedControl } from "@/components/ui/form/segmented-control";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast/toast-store";
import { paths } from "@/lib/paths";
import type { SummarySetting as Setting, SummaryFrequency } from "@/lib/summaries/types";

const OPTIONS: readonly { value: SummaryFrequency; label: string }[] = [
  { value: "off", label: "Off" },
  { value: "weekly", label: "Weekly" },
  { value: "monthly", label: "Monthly" },
];

const SAVED: Record<SummaryFrequency, string> = {
  off: "You won't get summaries.",
  weekly: "You'll get a summary every Monday.",
  monthly: "You'll get a summary on the first of every month.",
};

const SECTION = {
  title: "Email summary",
  description: "Clicks on your links compared with the previous period, top links, changes and first scans.",
};

/** How often the user gets a summary of their links by email. */
export function SummarySetting() {
  const client = useQueryClient();
  const setting = useQuery(summarySettingQuery).data;
  const save = useChange(
    (frequency: SummaryFrequency) => call<Setting>("PUT", paths.api.summary, { frequency }),
    [paths.api.summary],
    {
      onSuccess: (saved) => {
        client.setQueryData(summarySettingQuery.queryKey, saved);
        toast({ title: "Saved", description: SAVED[saved.frequency] });
      },
      onError: (error) => toastError(error, "Failed to save the setting"),
    },
  );
  if (!setting) return null;
  return (
    <SettingsSection {...SECTION}>
      <div className="grid content-start gap-2">
        <SegmentedControl
          label="Email summary"
          value={(save.isPending && save.variables) || setting.frequency}
          onChange={save.mutate}
          options={OPTIONS}
          phoneColumns={3}
        />
        <p className="text-muted text-sm">
          Sent on Mondays or on the first of the month at 8&nbsp;AM, unless your links had no clicks.
        </p>
      </div>
    </SettingsSection>
  );
}

export function SummarySettingSkeleton() {
  return (
    <SettingsSection {...SECTION}>
      <Skeleton className="h-10 w-full max-w-72" />
    </SettingsSection>
  );
}
