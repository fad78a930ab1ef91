import type { Metadata } from "next";
import { UsersHeader } from "@/app/(dashboard)/users/header";
import { currentUser } from "@/app/current-user";
import { InitialData } from "@/components/data/initial-data";
import { AccessDenied } from "@/components/shell/access-denied";
import { SignedOut } from "@/components/shell/signed-out";
import { UserTable } from "@/components/users/user-table";
import { toActor } from "@/lib/auth/session";
import { listGroups } from "@/lib/groups/queries";
import { canListUsers } from "@/lib/users/policy";
import { listUsers } from "@/lib/users/queries";
import type { CurrentUser } from "@/lib/users/types";

export const metadata: Metadata = { title: "User Management" };

export default async function UsersPage() {
  const user = await currentUser();
  if (!user) return <SignedOut />;
  return (
    <>
      <UsersHeader />
      {canListUsers(user) ? (
        <UsersWithData user={user} />
      ) : (
        <AccessDenied description="You need admin permissions to manage users." />
      )}
    </>
  );
}

async function UsersWithData({ user }: { user: CurrentUser }) {
  const actor = toActor(user);
  const [users, groups] = await Promise.all([listUsers(actor), listGroups(actor)]);
  return (
    <InitialData currentUser={user} users={users} groups={groups}>
      <UserTable />
    </InitialData>
  );
}
