"use client";

import { useQuery } from "@tanstack/react-query";
import { SettingsForm } from "@/components/settings/settings-form";
import { settingsQuery } from "@/components/settings/settings-queries";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";
import { Card } from "@/components/ui/card";
import { ListFailed, toListFailure } from "@/components/ui/list-faces";

export function SettingsPanel() {
  const settings = useQuery(settingsQuery);
  if (settings.data) return <SettingsForm list={settings.data} />;
  const failure = toListFailure("The settings could not be loaded", settings);
  return failure ? (
    <Card aria-label="Settings">
      <ListFailed {...failure} />
    </Card>
  ) : (
    <SettingsSkeleton />
  );
}
