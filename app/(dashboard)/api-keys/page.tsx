import { apiKeysScreen } from "@/app/(dashboard)/api-keys/loading";
import { page } from "@/app/(dashboard)/declare-page";
import { ApiGuide } from "@/components/api-keys/api-guide";
import { apiKeyAddress, groupOrFirst } from "@/components/api-keys/api-key-address";
import { groupApiKeysQuery } from "@/components/api-keys/api-key-queries";
import { ApiKeyTable } from "@/components/api-keys/api-key-table";
import { readPageSearch } from "@/components/data/address";
import { seed } from "@/components/data/seed";
import { groupsQuery } from "@/components/groups/group-queries";
import { canManageApiKeys } from "@/lib/api-keys/policy";
import { listApiKeys } from "@/lib/api-keys/queries";
import { listGroups } from "@/lib/groups/queries";
import { ownExamples } from "@/lib/public-api/own-examples";

export const metadata = { title: apiKeysScreen.title };

export default page({
  screen: apiKeysScreen,
  access: { can: canManageApiKeys, denied: "You need admin permissions to manage API keys." },
  load: async (actor, search) => {
    const groups = await listGroups(actor);
    const group = groupOrFirst(groups, readPageSearch(apiKeyAddress, search));
    return [
      seed(groupsQuery, groups),
      ...(group ? [seed(groupApiKeysQuery(group.id), listApiKeys(actor, group.id))] : []),
    ];
  },
  view: async (actor) => {
    const own = await ownExamples(actor);
    return (
      <>
        <ApiKeyTable />
        <ApiGuide {...own} />
      </>
    );
  },
});
