"use client";

import { useQuery } from "@tanstack/react-query";
import { settingsQuery } from "@/components/data/query-options";
import { SettingsForm } from "@/components/settings/settings-form";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { Card } from "@/components/ui/card";
import { ListFailed } from "@/components/ui/list-faces";

export function SettingsPanel() {
  const settings = useQuery(settingsQuery);
  if (settings.isPending) return <SettingsSkeleton />;
  if (settings.data) return <SettingsForm list={settings.data} />;
  return (
    <Card aria-label="Settings">
      <ListFailed
        title="The settings could not be loaded"
        onRetry={() => void settings.refetch()}
        retrying={settings.isFetching}
      />
    </Card>
  );
}
