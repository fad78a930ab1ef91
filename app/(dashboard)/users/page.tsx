import { page } from "@/app/(dashboard)/declare-page";
import { usersScreen } from "@/app/(dashboard)/users/loading";
import { toListPage } from "@/app/list-page";
import { readPageSearch } from "@/components/data/address";
import { seed } from "@/components/data/seed";
import { groupsQuery } from "@/components/groups/group-queries";
import { withKnownGroup } from "@/components/urls/list/url-filters";
import { toAskedSearch, userAddress } from "@/components/users/user-filters";
import { userSearchQuery, usersQuery, withGroupLimit } from "@/components/users/user-queries";
import { UserTable } from "@/components/users/user-table";
import type { Actor } from "@/lib/actor";
import { listGroups } from "@/lib/groups/queries";
import { paths } from "@/lib/paths";
import { listUsersSchema } from "@/lib/users/list-schema";
import { canListUsers } from "@/lib/users/policy";
import { listUsers } from "@/lib/users/queries";

export const metadata = { title: usersScreen.title };

export default page({
  screen: usersScreen,
  access: { can: canListUsers, denied: "You need admin permissions to manage users." },
  load: async (actor, search) => {
    const [newest, groups] = await Promise.all([found(actor), listGroups(actor)]);
    const filters = withKnownGroup(readPageSearch(userAddress, search), groups);
    const asked = toAskedSearch(filters, Boolean(newest.pages[0]?.next));
    return [
      seed(usersQuery, newest),
      seed(groupsQuery, groups),
      ...(asked ? [seed(userSearchQuery(asked), found(actor, asked))] : []),
    ];
  },
  view: () => <UserTable />,
});

async function found(actor: Actor, asked = "") {
  const search = withGroupLimit(asked);
  const query = listUsersSchema.parse(Object.fromEntries(new URLSearchParams(search)));
  return toListPage(await listUsers(actor, query), paths.api.users, search);
}
