"use client";

import { countryLabel } from "@/components/analytics/breakdown";
import { toastError } from "@/components/data/toast-error";
import { useEndSession } from "@/components/sessions/session-mutations";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { LocalDateTime } from "@/components/ui/local-date";
import { RelativeTime } from "@/components/ui/relative-time";
import { TableCell, TableRow } from "@/components/ui/table";
import { toast } from "@/components/ui/toast-store";
import { formatDevice } from "@/lib/format";
import type { Session } from "@/lib/sessions/types";

export function SessionRow({ session }: { session: Session }) {
  const { country, createdAt, lastSeenAt, isCurrent } = session;
  const device = formatDevice(session);
  return (
    <TableRow className="grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3 [grid-template-areas:'device_action'_'country_action'_'created_created'_'seen_seen'] first:border-t-0 @table:first:border-t @table:p-0">
      <TableCell className="[grid-area:device]">
        <p className="truncate font-medium text-base text-ink" title={device}>
          {device}
        </p>
      </TableCell>
      <TableCell className="text-muted text-sm [grid-area:country] @table:text-base">
        {country ? countryLabel(country) : "Unknown country"}
      </TableCell>
      <TableCell className="mt-1 text-muted text-sm tabular-nums [grid-area:created] @table:mt-0 @table:text-base">
        <span className="@table:sr-only">Signed in </span>
        <LocalDateTime iso={createdAt} />
      </TableCell>
      <TableCell className="text-muted text-sm tabular-nums [grid-area:seen] @table:text-base">
        <span className="@table:sr-only">Last seen </span>
        {isCurrent ? "now" : <RelativeTime iso={lastSeenAt} />}
      </TableCell>
      <TableCell className="text-right [grid-area:action]">
        {isCurrent ? (
          <Badge className="normal-case">This session</Badge>
        ) : (
          <SignOut session={session} device={device} />
        )}
      </TableCell>
    </TableRow>
  );
}

function SignOut({ session, device }: { session: Session; device: string }) {
  const end = useEndSession(session.id);
  const onClick = () =>
    end.mutate(undefined, {
      onSuccess: () => toast({ title: "Session signed out", description: `${device} has to sign in again.` }),
      onError: (error) => toastError(error, "Failed to sign out the session"),
    });
  return (
    <Button size="sm" variant="secondary" loading={end.isPending} aria-label={`Sign out ${device}`} onClick={onClick}>
      Sign out
    </Button>
  );
}
