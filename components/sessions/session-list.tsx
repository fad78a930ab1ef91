"use client";

import { useQuery } from "@tanstack/react-query";
import { sessionsQuery } from "@/components/data/query-options";
import { toastError } from "@/components/data/toast-error";
import { useEndOtherSessions } from "@/components/sessions/session-mutations";
import { SessionRow } from "@/components/sessions/session-row";
import { SessionListSkeleton } from "@/components/sessions/session-skeleton";
import { SessionTableHead } from "@/components/sessions/session-table-head";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ListFailed, ListOutdated } from "@/components/ui/list-faces";
import { Table, TableBody } from "@/components/ui/table";
import { toast } from "@/components/ui/toast-store";
import { plural } from "@/lib/format";

/** Where one is signed in. There is always a session: the one that looks. */
export function SessionList() {
  const query = useQuery(sessionsQuery);
  const onRetry = () => void query.refetch();
  if (query.isPending) return <SessionListSkeleton />;
  if (!query.data) {
    return (
      <Card aria-label="Your sessions">
        <ListFailed title="Your sessions could not be loaded" onRetry={onRetry} retrying={query.isFetching} />
      </Card>
    );
  }
  const sessions = query.data;
  return (
    <Card aria-label="Your sessions">
      {query.isError && <ListOutdated onRetry={onRetry} retrying={query.isFetching} />}
      <Table>
        <SessionTableHead />
        <TableBody>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </TableBody>
      </Table>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-line border-t px-4 py-2 text-muted text-sm @table:px-5">
        <p role="status">{plural(sessions.length, "session")}</p>
        {sessions.some(({ isCurrent }) => !isCurrent) && <EndOthers />}
      </div>
    </Card>
  );
}

function EndOthers() {
  const end = useEndOtherSessions();
  const onClick = () =>
    end.mutate(undefined, {
      onSuccess: () => toast({ title: "Signed out everywhere else" }),
      onError: (error) => toastError(error, "Failed to sign out the other sessions"),
    });
  return (
    <Button size="sm" variant="secondary" loading={end.isPending} onClick={onClick}>
      Sign out all others
    </Button>
  );
}
