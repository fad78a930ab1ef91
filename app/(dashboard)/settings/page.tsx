import type { Metadata } from "next";
import { SettingsHeader } from "@/app/(dashboard)/settings/header";
import { currentUser } from "@/app/current-user";
import { InitialData } from "@/components/data/initial-data";
import { DatabaseSection } from "@/components/settings/database-section";
import { SettingsPanel } from "@/components/settings/settings-panel";
import { AccessDenied } from "@/components/shell/access-denied";
import { SignedOut } from "@/components/shell/signed-out";
import { canReadAudit } from "@/lib/audit/policy";
import { toActor } from "@/lib/auth/session";
import { getDatabaseServer } from "@/lib/settings/database-server";
import { canManageSettings } from "@/lib/settings/policy";
import { listSettings } from "@/lib/settings/queries";
import type { CurrentUser } from "@/lib/users/types";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const user = await currentUser();
  if (!user) return <SignedOut />;
  return (
    <>
      <SettingsHeader canReadAudit={canReadAudit(user)} />
      {canManageSettings(user) ? (
        <SettingsWithData user={user} />
      ) : (
        <AccessDenied description="You need admin permissions to change the settings." />
      )}
    </>
  );
}

async function SettingsWithData({ user }: { user: CurrentUser }) {
  const actor = toActor(user);
  const [settings, server] = await Promise.all([listSettings(actor), getDatabaseServer(actor)]);
  return (
    <InitialData currentUser={user} settings={settings}>
      <div className="grid gap-6">
        <SettingsPanel />
        <DatabaseSection {...server} />
      </div>
    </InitialData>
  );
}
