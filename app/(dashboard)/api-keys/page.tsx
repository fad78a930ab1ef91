import type { Metadata } from "next";
import { ApiKeysHeader } from "@/app/(dashboard)/api-keys/header";
import { currentUser } from "@/app/current-user";
import { ApiGuide } from "@/components/api-keys/api-guide";
import { ApiKeyCard } from "@/components/api-keys/api-key-card";
import { InitialData } from "@/components/data/initial-data";
import { AccessDenied } from "@/components/shell/access-denied";
import { SignedOut } from "@/components/shell/signed-out";
import { canManageApiKeys } from "@/lib/api-keys/policy";
import { listApiKeys } from "@/lib/api-keys/queries";
import { toActor } from "@/lib/auth/session";
import { listGroups } from "@/lib/groups/queries";
import { examples } from "@/lib/public-api/examples";
import { getBaseUrl } from "@/lib/settings/queries";
import type { CurrentUser } from "@/lib/users/types";

export const metadata: Metadata = { title: "API Keys" };

export default async function ApiKeysPage() {
  const user = await currentUser();
  if (!user) return <SignedOut />;
  return (
    <>
      <ApiKeysHeader />
      {canManageApiKeys(user) ? (
        <ApiKeysWithData user={user} />
      ) : (
        <AccessDenied description="You need admin permissions to manage API keys." />
      )}
    </>
  );
}

async function ApiKeysWithData({ user }: { user: CurrentUser }) {
  const actor = toActor(user);
  const [groups, baseUrl] = await Promise.all([listGroups(actor), getBaseUrl()]);
  const [first] = groups;
  const keys = first && { groupId: first.id, items: await listApiKeys(actor, first.id) };
  return (
    <InitialData currentUser={user} groups={groups} apiKeys={keys}>
      <ApiKeyCard />
      <ApiGuide baseUrl={baseUrl} examples={examples(baseUrl)} />
    </InitialData>
  );
}
