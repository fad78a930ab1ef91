import { InitialData } from "@/components/data/initial-data";
import type { UrlPage } from "@/components/data/query-options";
import { UrlTable } from "@/components/urls/url-table";
import { toActor } from "@/lib/auth/session";
import { listGroups } from "@/lib/groups/queries";
import type { Page } from "@/lib/list-query";
import { paths } from "@/lib/paths";
import { listUrls } from "@/lib/urls/list";
import type { ShortUrl } from "@/lib/urls/types";
import type { CurrentUser } from "@/lib/users/types";

/** The URL table with what it needs loaded on the server. */
export async function UrlsWithData({ user }: { user: CurrentUser }) {
  const actor = toActor(user);
  const [urls, groups] = await Promise.all([listUrls(actor), listGroups(actor)]);
  return (
    <InitialData currentUser={user} urls={toUrlPage(urls)} groups={groups}>
      <UrlTable />
    </InitialData>
  );
}

/** As the call of the browser would have given it. */
function toUrlPage({ nextCursor, ...list }: Page<ShortUrl>): UrlPage {
  const next = nextCursor && `${paths.api.urls}?${new URLSearchParams({ cursor: nextCursor })}`;
  return { ...list, next };
}
