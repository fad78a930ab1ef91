import { page } from "@/app/(dashboard)/declare-page";
import { usersScreen } from "@/app/(dashboard)/users/loading";
import { readPageSearch } from "@/components/data/address";
import { seed } from "@/components/data/initial-data";
import { groupsQuery } from "@/components/groups/group-queries";
import { withKnownGroup } from "@/components/urls/url-filters";
import { toAskedSearch, userAddress } from "@/components/users/user-filters";
import { userSearchQuery, usersQuery } from "@/components/users/user-queries";
import { UserTable } from "@/components/users/user-table";
import { listGroups } from "@/lib/groups/queries";
import { listUsersSchema } from "@/lib/users/list-schema";
import { canListUsers } from "@/lib/users/policy";
import { listUsers } from "@/lib/users/queries";

export const metadata = { title: usersScreen.title };

export default page({
  screen: usersScreen,
  access: { can: canListUsers, denied: "You need admin permissions to manage users." },
  load: async (actor, search) => {
    const [newest, groups] = await Promise.all([listUsers(actor), listGroups(actor)]);
    const filters = withKnownGroup(readPageSearch(userAddress, search), groups);
    const asked = toAskedSearch(filters, newest);
    const query = listUsersSchema.parse(Object.fromEntries(new URLSearchParams(asked)));
    return [
      seed(usersQuery, newest),
      seed(groupsQuery, groups),
      ...(asked ? [seed(userSearchQuery(asked), listUsers(actor, query))] : []),
    ];
  },
  view: () => <UserTable />,
});
