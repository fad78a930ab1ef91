import { toListPage } from "@/app/list-page";
import { type PageSearch, readPageSearch } from "@/components/data/address";
import { seed } from "@/components/data/seed";
import { groupsQuery } from "@/components/groups/group-queries";
import { toUrlSearch, urlAddress } from "@/components/urls/list/url-address";
import { asksForDeleted, filteredCreator, withKnownCreator, withKnownGroup } from "@/components/urls/list/url-filters";
import { creatorQuery, URLS, type UrlSource } from "@/components/urls/url-queries";
import type { Actor } from "@/lib/actor";
import { listGroups } from "@/lib/groups/queries";
import type { Page } from "@/lib/list-query";
import { paths } from "@/lib/paths";
import { listCreators, listUrls } from "@/lib/urls/list";
import { type ListUrlsQuery, listUrlsSchema } from "@/lib/urls/list-schema";
import type { ListedUrl } from "@/lib/urls/types";

export function loadUrls(actor: Actor, search: PageSearch) {
  return loadList(actor, search, { path: paths.api.urls, ...URLS, list: listUrls });
}

type ListedSource<Url extends ListedUrl> = Pick<UrlSource<Url>, "all" | "search"> & {
  path: string;
  list: (actor: Actor, query?: ListUrlsQuery) => Promise<Page<Url>>;
};

/**
 * The newest links, and those that the address asks for if they are not among them, so that they are rendered at once.
 */
export async function loadList<Url extends ListedUrl>(actor: Actor, search: PageSearch, source: ListedSource<Url>) {
  const { path, all, search: find, list } = source;
  const { filters, sort } = readPageSearch(urlAddress, search);
  const creatorId = filteredCreator(filters);
  const [newest, groups, creators] = await Promise.all([
    list(actor),
    listGroups(actor),
    creatorId === null ? [] : listCreators(actor, { id: creatorId }),
  ]);
  const known = withKnownCreator(withKnownGroup(filters, groups), creators);
  const asked = toUrlSearch(known, sort);
  return [
    seed(all, toListPage(newest, path)),
    seed(groupsQuery, groups),
    ...(creatorId === null ? [] : [seed(creatorQuery(creatorId), creators)]),
    ...((newest.nextCursor && asked) || asksForDeleted(known) ? [seed(find(asked), found(asked))] : []),
  ];

  async function found(asked: string) {
    const query = listUrlsSchema.parse(Object.fromEntries(new URLSearchParams(asked)));
    return toListPage(await list(actor, query), path, asked);
  }
}
