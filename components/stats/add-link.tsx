import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fetchList } from "@/components/data/list-queries";
import { useDebouncedValue } from "@/components/data/use-debounced-value";
import { lazyTrigger } from "@/components/ui/button/on-demand";
import type { SearchSelectProps } from "@/components/ui/form/search-select";
import { SearchSelectTrigger } from "@/components/ui/form/select-button";
import { destinationText } from "@/components/urls/short-link-text";
import { paths } from "@/lib/paths";
import type { ListedUrl } from "@/lib/urls/types";

const MAX_FOUND = 20;
const ADD = "Add a link";

const SearchSelect = lazyTrigger<SearchSelectProps>(SearchSelectTrigger, () =>
  import("@/components/ui/form/search-select").then((file) => file.SearchSelect),
);

/** Finds a link to compare by short code or destination; without a text, the most clicked ones. */
export function AddLink({ ids, onAdd }: { ids: readonly string[]; onAdd: (id: string) => void }) {
  const [text, setText] = useState("");
  const wanted = text.trim();
  const asked = useDebouncedValue(wanted);
  const search = new URLSearchParams({ limit: String(MAX_FOUND), sort: "-clickCount", ...(asked && { q: asked }) });
  const found = useQuery({
    queryKey: [paths.api.urls, "to-compare", asked],
    queryFn: () => fetchList<ListedUrl>(`${paths.api.urls}?${search}`),
    placeholderData: keepPreviousData,
  });
  const items = found.data?.items ?? [];
  const more = items.length >= MAX_FOUND ? "Type to find more." : undefined;
  const options = items
    .filter(({ id }) => !ids.includes(id))
    .map(({ id, shortCode, originalUrl }) => ({ value: id, label: shortCode, detail: destinationText(originalUrl) }));
  return (
    <SearchSelect
      label={ADD}
      searchLabel="Search short URLs"
      placeholder="Short code or destination"
      value=""
      shown={ADD}
      onChange={onAdd}
      text={text}
      onText={setText}
      options={options}
      busy={found.isFetching || asked !== wanted}
      note={found.isError ? "Search failed. Type again to retry." : more}
      className="w-full border-line bg-canvas sm:w-48"
    />
  );
}
