import type { Load, Screen } from "@/app/(dashboard)/declare-page";
import { toListPage } from "@/app/list-page";
import { readPageSearch } from "@/components/data/address";
import { seed } from "@/components/data/initial-data";
import { groupsQuery } from "@/components/groups/group-queries";
import { withKnownGroup } from "@/components/groups/known-group";
import { UnknownCodesLink } from "@/components/unknown-codes/unknown-codes-link";
import { withKnownCreator } from "@/components/urls/known-creator";
import { urlAddress } from "@/components/urls/url-address";
import { asksForDeleted, filteredCreator } from "@/components/urls/url-filters";
import { creatorQuery, urlSearchQuery, urlsQuery } from "@/components/urls/url-queries";
import { toUrlSearch } from "@/components/urls/url-search";
import { UrlTableSkeleton } from "@/components/urls/url-table";
import type { Actor } from "@/lib/actor";
import { listGroups } from "@/lib/groups/queries";
import { paths } from "@/lib/paths";
import { listUrls } from "@/lib/urls/list";
import { listCreators } from "@/lib/urls/list-creators";
import { listUrlsSchema } from "@/lib/urls/list-schema";
import { canManageUnknownCodes } from "@/lib/urls/policy";

export const urlsScreen: Screen = {
  title: "URL Management",
  subtitle: "Create, edit, and manage all your shortened URLs",
  link: (user) => user && canManageUnknownCodes(user) && <UnknownCodesLink />,
  skeleton: <UrlTableSkeleton />,
};

/** The newest links, and those that the address asks for if they are not among them, so that they are rendered at once. */
export const loadUrls: Load = async (actor, search) => {
  const { filters, sort } = readPageSearch(urlAddress, search);
  const creatorId = filteredCreator(filters);
  const [newest, groups, creators] = await Promise.all([
    listUrls(actor),
    listGroups(actor),
    creatorId === null ? [] : listCreators(actor, { id: creatorId }),
  ]);
  const known = withKnownCreator(withKnownGroup(filters, groups), creators);
  const asked = toUrlSearch(known, sort);
  return [
    seed(urlsQuery, toListPage(newest, paths.api.urls)),
    seed(groupsQuery, groups),
    ...(creatorId === null ? [] : [seed(creatorQuery(creatorId), creators)]),
    ...((newest.nextCursor && asked) || asksForDeleted(known)
      ? [seed(urlSearchQuery(asked), findUrls(actor, asked))]
      : []),
  ];
};

async function findUrls(actor: Actor, search: string) {
  const query = listUrlsSchema.parse(Object.fromEntries(new URLSearchParams(search)));
  return toListPage(await listUrls(actor, query), paths.api.urls, search);
}
