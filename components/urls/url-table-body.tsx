"use client";

import { useQuery } from "@tanstack/react-query";
import { groupsQuery } from "@/components/data/query-options";
import { useActor } from "@/components/data/use-actor";
import { Table, TableBody } from "@/components/ui/table";
import { UrlRow } from "@/components/urls/url-row";
import { UrlTableHead } from "@/components/urls/url-table-head";
import { useProgressiveCount } from "@/components/urls/use-progressive-count";
import { canDeleteUrl, canEditUrl } from "@/lib/urls/policy";
import type { ShortUrl } from "@/lib/urls/types";

export function UrlTableBody({ urls }: { urls: readonly ShortUrl[] }) {
  const actor = useActor();
  const memberOf = useOwnGroupIds();
  const { count, ref } = useProgressiveCount(urls.length);
  return (
    <>
      <Table>
        <UrlTableHead />
        <TableBody>
          {urls.slice(0, count).map((url) => (
            <UrlRow
              key={url.id}
              url={url}
              canEdit={actor !== undefined && canEditUrl(actor, url, memberOf)}
              canDelete={actor !== undefined && canDeleteUrl(actor, url)}
            />
          ))}
        </TableBody>
      </Table>
      <div ref={ref} />
    </>
  );
}

/** Of everybody but overall_admin, who needs no membership, the list of groups holds one's own alone. */
function useOwnGroupIds(): ReadonlySet<string> {
  const groups = useQuery(groupsQuery).data ?? [];
  return new Set(groups.map((group) => group.id));
}
