import type { ReactNode } from "react";
import { InitialData } from "@/components/data/initial-data";
import { UrlTable } from "@/components/urls/url-table";
import { toActor } from "@/lib/auth/session";
import { listGroups } from "@/lib/groups/queries";
import { listUrls } from "@/lib/urls/queries";
import type { CurrentUser } from "@/lib/users/types";

/** The URL table below a page's header, with what both need loaded on the server. */
export async function UrlsWithData({ user, header }: { user: CurrentUser; header: ReactNode }) {
  const actor = toActor(user);
  const [{ items, total }, groups] = await Promise.all([listUrls(actor), listGroups(actor)]);
  return (
    <InitialData currentUser={user} urls={{ items, total }} groups={groups}>
      {header}
      <UrlTable />
    </InitialData>
  );
}
