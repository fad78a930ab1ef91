import type { Metadata } from "next";
import { SettingsHeader } from "@/app/(dashboard)/settings/header";
import { currentUser } from "@/app/current-user";
import { InitialData } from "@/components/data/initial-data";
import { SettingsPanel } from "@/components/settings/settings-panel";
import { AccessDenied } from "@/components/shell/access-denied";
import { SignedOut } from "@/components/shell/signed-out";
import { canReadAudit } from "@/lib/audit/policy";
import { toActor } from "@/lib/auth/session";
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
  return (
    <InitialData currentUser={user} settings={await listSettings(toActor(user))}>
      <SettingsPanel />
    </InitialData>
  );
}
