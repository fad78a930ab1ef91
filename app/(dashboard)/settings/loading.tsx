import { SettingsHeader } from "@/app/(dashboard)/settings/header";
import { SettingsSkeleton } from "@/components/settings/settings-skeleton";

export default function SettingsLoading() {
  return (
    <>
      <SettingsHeader />
      <SettingsSkeleton />
    </>
  );
}
