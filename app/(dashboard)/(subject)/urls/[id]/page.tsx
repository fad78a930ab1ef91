import { subjectPage } from "@/app/(dashboard)/declare-page";
import { seed } from "@/components/data/initial-data";
import { groupsQuery } from "@/components/groups/group-queries";
import { LinkStats } from "@/components/stats/link-stats";
import { urlQuery } from "@/components/stats/stats-queries";
import { listGroups } from "@/lib/groups/queries";
import { findListedUrl } from "@/lib/urls/list";

export const metadata = { title: "Link Analytics" };

export default subjectPage({
  find: findListedUrl,
  load: (actor, url) => [seed(urlQuery(url.id), url), seed(groupsQuery, listGroups(actor))],
  view: (url) => <LinkStats url={url} />,
});
