import { statsSeed } from "@/app/(dashboard)/(subject)/stats-seed";
import { subjectPage } from "@/app/(dashboard)/declare-page";
import { readPageSearch } from "@/components/data/address";
import { seed } from "@/components/data/seed";
import { groupsQuery } from "@/components/groups/group-queries";
import { BackRow } from "@/components/shell/back-link";
import { LinkStats } from "@/components/stats/link-stats";
import { statsAddress, toRangeSearch } from "@/components/stats/stats-address";
import { urlMarksQuery } from "@/components/stats/stats-queries";
import { urlQuery } from "@/components/urls/url-queries";
import { listGroups } from "@/lib/groups/queries";
import { paths } from "@/lib/paths";
import { getUrlMarks } from "@/lib/stats/marks";
import { getUrlStats } from "@/lib/stats/queries";
import { marksSchema } from "@/lib/stats/schema";
import { findListedUrl } from "@/lib/urls/list";

const { Page, generateMetadata } = subjectPage({
  find: findListedUrl,
  title: ({ shortCode }) => shortCode,
  load: (actor, url, search) => {
    const view = readPageSearch(statsAddress, search);
    const marks = marksSchema.parse(Object.fromEntries(toRangeSearch(view.range)));
    return [
      seed(urlQuery(url.id), url),
      seed(groupsQuery, listGroups(actor)),
      seed(urlMarksQuery(url.id, view.range), getUrlMarks(actor, url.id, marks)),
      ...statsSeed({ kind: "url", id: url.id }, view, (query) => getUrlStats(actor, url.id, query)),
    ];
  },
  view: (url) => (
    <>
      <BackRow href={paths.urls}>Back to URLs</BackRow>
      <LinkStats url={url} />
    </>
  ),
});

export { generateMetadata };
export default Page;
