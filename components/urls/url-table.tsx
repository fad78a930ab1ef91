"use client";

import { useState } from "react";
import { Card } from "@/components/ui/card";
import { ListFailed, ListOutdated } from "@/components/ui/list-faces";
import { UrlTableBody } from "@/components/urls/url-table-body";
import { UrlsNoMatch, UrlsNone } from "@/components/urls/url-table-faces";
import { UrlTableFooter } from "@/components/urls/url-table-footer";
import { UrlTableSkeleton } from "@/components/urls/url-table-skeleton";
import { UrlTableToolbar } from "@/components/urls/url-table-toolbar";
import { useUrlList } from "@/components/urls/use-url-list";

/** The links of the user: search, rows, and a face for each state that has no rows. */
export function UrlTable() {
  const [search, setSearch] = useState("");
  const { query, urls, total, searching } = useUrlList(search);

  const onRetry = () => void query.refetch();
  if (query.isPending) return <UrlTableSkeleton />;
  if (!query.data) {
    return (
      <Card aria-label="Short URLs">
        <ListFailed title="Your URLs could not be loaded" onRetry={onRetry} retrying={query.isFetching} />
      </Card>
    );
  }
  return (
    <Card aria-label="Short URLs">
      {total > 0 && <UrlTableToolbar search={search} onSearch={setSearch} busy={searching} />}
      {query.isError && <ListOutdated onRetry={onRetry} retrying={query.isFetching} />}
      {urls.length > 0 && <UrlTableBody urls={urls} />}
      {urls.length === 0 && search.trim() === "" && <UrlsNone />}
      {urls.length === 0 && search.trim() !== "" && (
        <UrlsNoMatch search={search} searching={searching} onClear={() => setSearch("")} />
      )}
      <UrlTableFooter shown={urls.length} held={query.data.items.length} total={total} />
    </Card>
  );
}
