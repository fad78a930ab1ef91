import { BackLink } from "@/components/settings/back-link";
import { PageHeader } from "@/components/shell/page-header";

export function SettingsHeader() {
  return (
    <>
      <BackLink />
      <PageHeader title="Settings" subtitle="The address of this installation, and how it sends mail" />
    </>
  );
}
