import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDebouncedValue } from "@/components/data/use-debounced-value";
import { groupsQuery } from "@/components/groups/group-queries";
import { type SearchOption, SearchSelect, type SearchSelectProps } from "@/components/ui/search-select";
import { GROUP_OPTIONS, OWNER_OPTIONS, type SearchFilterProps } from "@/components/urls/url-filter-options";
import { creatorSearchQuery } from "@/components/urls/url-queries";
import { MAX_CREATORS } from "@/lib/urls/types";

/** Maximum number of groups listed; more are found by searching. */
const MAX_GROUPS = 50;

/** Finds people by name or email. */
export function OwnerSelect(props: SearchFilterProps) {
  const [text, setText] = useState("");
  const wanted = text.trim();
  const asked = useDebouncedValue(wanted);
  const found = useQuery({ ...creatorSearchQuery(asked), placeholderData: keepPreviousData });
  const people = (found.data ?? []).map(({ id, name, email }) => ({ value: id, label: name, detail: email }));
  return (
    <FoundSelect
      {...props}
      searchLabel="Search owners"
      placeholder="Name or email"
      text={text}
      onText={setText}
      fixed={OWNER_OPTIONS}
      found={people}
      hasMore={people.length >= MAX_CREATORS}
      hasFailed={found.isError}
      busy={found.isFetching || asked !== wanted}
    />
  );
}

/** Finds groups by name. */
export function GroupSelect(props: SearchFilterProps) {
  const [text, setText] = useState("");
  const { data: groups = [], isError, isFetching, refetch } = useQuery(groupsQuery);
  const wanted = text.trim().toLowerCase();
  const found = groups
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FoundSelect
      {...props}
      searchLabel="Search groups"
      placeholder="Name"
      text={text}
      onText={(changed) => {
        setText(changed);
        if (isError) void refetch();
      }}
      fixed={GROUP_OPTIONS}
      found={found.slice(0, MAX_GROUPS)}
      hasMore={found.length > MAX_GROUPS}
      hasFailed={isError}
      busy={isFetching}
    />
  );
}

type FoundSelectProps = Omit<SearchSelectProps, "options" | "note"> & {
  /** Shown until something is searched. */
  fixed: readonly SearchOption[];
  found: readonly SearchOption[];
  hasMore: boolean;
  hasFailed: boolean;
};

function FoundSelect({ fixed, found, hasMore, hasFailed, ...select }: FoundSelectProps) {
  const more = hasMore ? "Type to find more." : undefined;
  return (
    <SearchSelect
      {...select}
      options={select.text.trim() === "" ? [...fixed, ...found] : found}
      note={hasFailed ? "Search failed. Type again to retry." : more}
    />
  );
}
