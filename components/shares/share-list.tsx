import { useQuery } from "@tanstack/react-query";
import { Ban, Share2 } from "lucide-react";
import { call } from "@/components/data/api";
import { sharesQuery } from "@/components/shares/share-queries";
import { rangeLabel } from "@/components/stats/stats-text";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button/button";
import { ConfirmButton } from "@/components/ui/dialog/confirm-button";
import { CloseButton, DialogBody, DialogFooter } from "@/components/ui/dialog/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { ListSkeleton } from "@/components/ui/skeleton";
import { ListFailed, toListFailure } from "@/components/ui/table/list-states";
import { LocalDate, LocalDateTime } from "@/components/ui/text/local-date";
import { formatDate } from "@/lib/format";
import { paths } from "@/lib/paths";
import { MAX_SHARES } from "@/lib/shares/schema";
import type { StatShare } from "@/lib/shares/types";

/** The shared pages that are neither revoked nor expired. Fetches when it is shown. */
export function ShareList({ urlId, onCreate }: { urlId: string; onCreate: () => void }) {
  const query = useQuery(sharesQuery(urlId));
  const shares = query.data;
  const failure = toListFailure("The shared pages could not be loaded", query);
  const isFull = (shares?.length ?? 0) >= MAX_SHARES;
  return (
    <>
      <DialogBody>
        <p className="text-base text-muted">
          A shared page shows this link's statistics to anyone who has its URL: read-only, without visitors' IP
          addresses and without your other links.
        </p>
        {failure && !shares && <ListFailed {...failure} />}
        {!failure && !shares && <ListSkeleton widths={["w-40", "w-56"]} />}
        {shares?.length === 0 && (
          <EmptyState icon={Share2} title="Not shared" description="Share a page to get a URL for others." />
        )}
        {shares && shares.length > 0 && (
          <ul aria-label="Shared pages" className="overflow-hidden rounded-lg border border-line">
            {shares.map((share) => (
              <Row key={share.id} urlId={urlId} share={share} />
            ))}
          </ul>
        )}
        {isFull && <p className="text-muted text-sm">A link can have {MAX_SHARES} shared pages. Revoke one first.</p>}
      </DialogBody>
      <DialogFooter>
        <CloseButton>Close</CloseButton>
        <Button onClick={onCreate} disabled={!shares || isFull}>
          Share a Page
        </Button>
      </DialogFooter>
    </>
  );
}

function Row({ urlId, share }: { urlId: string; share: StatShare }) {
  const { name, createdAt, createdByName, isSuspended, lastViewedAt } = share;
  return (
    <li className="flex items-start gap-3 border-line border-t px-4 py-3 first:border-t-0">
      <div className="wrap-anywhere min-w-0 flex-1 text-muted text-sm">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-base text-ink">
          <span className="min-w-0">{name ?? "Shared page"}</span>
          {isSuspended && <Badge variant="secondary">Suspended</Badge>}
        </p>
        <p>{detailsOf(share)}</p>
        <p>
          Shared {createdByName && `by ${createdByName} `}on <LocalDate iso={createdAt} />
          {", "}
          {lastViewedAt ? (
            <>
              last viewed <LocalDateTime iso={lastViewedAt} />
            </>
          ) : (
            <span>not viewed yet</span>
          )}
        </p>
        {isSuspended && <p>Unavailable: its creator can no longer edit this link.</p>}
      </div>
      <Revoke urlId={urlId} share={share} />
    </li>
  );
}

function detailsOf({ maxRange, expiresAt, hasPassword, showsDestination }: StatShare): string {
  return [
    rangeLabel(maxRange),
    expiresAt ? `expires ${formatDate(expiresAt)}` : "never expires",
    hasPassword ? "password" : "no password",
    showsDestination && "with destination",
  ]
    .filter(Boolean)
    .join(" · ");
}

function Revoke({ urlId, share: { id, name, createdAt } }: { urlId: string; share: StatShare }) {
  return (
    <ConfirmButton
      label={`Revoke ${name ?? `page shared on ${formatDate(createdAt)}`}`}
      icon={Ban}
      title="Revoke shared page?"
      description="Its URL stops working immediately, including for viewers who have it open or know the password."
      confirmLabel="Revoke"
      change={() => call("DELETE", paths.api.urlShare(urlId, id))}
      refetch={[sharesQuery(urlId).queryKey]}
      done="Shared page revoked"
      failed="Failed to revoke the shared page"
    />
  );
}
