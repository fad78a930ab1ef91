import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDebouncedValue } from "@/components/data/use-debounced-value";
import { SearchSelect } from "@/components/ui/form/search-select";
import { OWNER_OPTIONS, type OwnerSelectProps } from "@/components/urls/list/owner-options";
import { creatorSearchQuery } from "@/components/urls/url-queries";
import { MAX_CREATORS } from "@/lib/urls/types";

/** Finds people by name or email. */
export function OwnerSelect(props: OwnerSelectProps) {
  const [text, setText] = useState("");
  const wanted = text.trim();
  const asked = useDebouncedValue(wanted);
  const found = useQuery({ ...creatorSearchQuery(asked), placeholderData: keepPreviousData });
  const people = (found.data ?? []).map(({ id, name, email }) => ({ value: id, label: name, detail: email }));
  const more = people.length >= MAX_CREATORS ? "Type to find more." : undefined;
  return (
    <SearchSelect
      {...props}
      searchLabel="Search owners"
      placeholder="Name or email"
      text={text}
      onText={setText}
      options={wanted === "" ? [...OWNER_OPTIONS, ...people] : people}
      note={found.isError ? "Search failed. Type again to retry." : more}
      busy={found.isFetching || asked !== wanted}
    />
  );
}
