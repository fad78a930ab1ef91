import { useQuery } from "@tanstack/react-query";
import { linkShares } from "@/components/analytics/breakdown";
import { SharesDialog, ViewAll } from "@/components/analytics/view-all";
import type { callQuery } from "@/components/data/call-query";
import { toListFailure } from "@/components/ui/list-faces";
import type { DialogState } from "@/components/ui/use-return-focus";
import type { PeriodTopUrls, TopUrl } from "@/lib/analytics/types";

export const TOP_LINKS = "Top Links";
export const TOP_LINKS_FAILED = "The top links could not be loaded";

type AllTopLinksProps = {
  /** The period, as text. */
  period: string;
  /** Clicks on all links. */
  total: number;
  query: ReturnType<typeof callQuery<PeriodTopUrls>>;
  /** Address of a link's analytics; without it, they open in a dialog. */
  toHref?: (url: TopUrl) => string;
};

/** Opens the list of the most clicked links, of which a card shows the first ones. */
export function AllTopLinks(props: AllTopLinksProps) {
  return <ViewAll title={TOP_LINKS} dialog={(state) => <LinksDialog {...state} {...props} />} />;
}

type LinksDialogProps = AllTopLinksProps & DialogState;

/** Fetched each time they are shown. */
function LinksDialog({ query, total, toHref, ...dialog }: LinksDialogProps) {
  const all = useQuery({ ...query, enabled: dialog.open, staleTime: 0 });
  return (
    <SharesDialog
      {...dialog}
      title={TOP_LINKS}
      shares={all.data && linkShares(all.data, toHref)}
      total={all.data?.totalClicks ?? total}
      failure={toListFailure(TOP_LINKS_FAILED, all)}
    />
  );
}
