import { statsSeed } from "@/app/(dashboard)/(subject)/stats-seed";
import { subjectPage } from "@/app/(dashboard)/declare-page";
import { readPageSearch } from "@/components/data/address";
import { BackRow } from "@/components/shell/back-link";
import { PageHeader } from "@/components/shell/page-header";
import { statsAddress, toSumView } from "@/components/stats/stats-address";
import { SumStats } from "@/components/stats/sum-stats";
import { findGroup } from "@/lib/groups/queries";
import { paths } from "@/lib/paths";
import { getSumStats } from "@/lib/stats/queries";

const { Page, generateMetadata } = subjectPage({
  find: findGroup,
  title: ({ name }) => name,
  load: (actor, { id }, search) =>
    statsSeed({ kind: "group", id }, toSumView(readPageSearch(statsAddress, search)), (query) =>
      getSumStats(actor, id, query),
    ),
  view: ({ id, name, description }) => (
    <>
      <BackRow href={paths.groups}>Back to Groups</BackRow>
      <PageHeader title={name} subtitle={description || "Clicks on this group's links"} hasOwnAction />
      <SumStats scope={{ kind: "group", id }} name={name} />
    </>
  ),
});

export { generateMetadata };
export default Page;
