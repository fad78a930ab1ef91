import { toListPage } from "@/app/list-page";
import { InitialData } from "@/components/data/initial-data";
import { UrlTable } from "@/components/urls/url-table";
import { toActor } from "@/lib/auth/session";
import { listGroups } from "@/lib/groups/queries";
import { paths } from "@/lib/paths";
import { listUrls } from "@/lib/urls/list";
import type { CurrentUser } from "@/lib/users/types";

/** The URL table with what it needs loaded on the server. */
export async function UrlsWithData({ user }: { user: CurrentUser }) {
  const actor = toActor(user);
  const [urls, groups] = await Promise.all([listUrls(actor), listGroups(actor)]);
  return (
    <InitialData currentUser={user} urls={toListPage(urls, paths.api.urls)} groups={groups}>
      <UrlTable />
    </InitialData>
  );
}
