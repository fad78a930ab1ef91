import { page } from "@/app/(dashboard)/declare-page";
import { settingsScreen } from "@/app/(dashboard)/settings/loading";
import { seed } from "@/components/data/seed";
import { DatabaseSection } from "@/components/settings/database-section";
import { SettingsPanel } from "@/components/settings/settings-form";
import { databaseServerQuery, settingsQuery } from "@/components/settings/settings-queries";
import { getBackupState } from "@/lib/backup-schedule/queries";
import { getDatabaseServer } from "@/lib/settings/database-server";
import { canManageSettings } from "@/lib/settings/policy";
import { listSettings } from "@/lib/settings/queries";

export const metadata = { title: settingsScreen.title };

export default page({
  screen: settingsScreen,
  access: { can: canManageSettings, denied: "You need admin permissions to change the settings." },
  load: (actor) => [seed(settingsQuery, listSettings(actor)), seed(databaseServerQuery, getDatabaseServer(actor))],
  view: async (actor) => (
    <div className="grid gap-6">
      <SettingsPanel />
      <DatabaseSection backups={await getBackupState(actor)} />
    </div>
  ),
});
