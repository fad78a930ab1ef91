import type { Metadata } from "next";
import { GroupsHeader } from "@/app/(dashboard)/groups/header";
import { currentUser } from "@/app/current-user";
import { InitialData } from "@/components/data/initial-data";
import { GroupTable } from "@/components/groups/group-table";
import { SignedOut } from "@/components/shell/signed-out";
import { toActor } from "@/lib/auth/session";
import { listGroups } from "@/lib/groups/queries";

export const metadata: Metadata = { title: "Groups" };

export default async function GroupsPage() {
  const user = await currentUser();
  if (!user) return <SignedOut />;
  return (
    <InitialData currentUser={user} groups={await listGroups(toActor(user))}>
      <GroupsHeader />
      <GroupTable />
    </InitialData>
  );
}
