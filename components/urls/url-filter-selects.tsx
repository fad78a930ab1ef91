"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDebouncedValue } from "@/components/data/use-debounced-value";
import { groupsQuery } from "@/components/groups/group-queries";
import { type SearchOption, SearchSelect } from "@/components/ui/search-select";
import {
  ANY_GROUP,
  ANY_OWNER,
  type FilterSelectProps,
  WITHOUT_GROUP,
  WITHOUT_OWNER,
} from "@/components/urls/url-filter-options";
import { creatorSearchQuery } from "@/components/urls/url-queries";
import { MAX_CREATORS } from "@/lib/urls/types";

/** More are found by searching. */
const MAX_GROUPS = 50;

/** Finds people by name or email. */
export function OwnerSelect(props: FilterSelectProps) {
  const [text, setText] = useState("");
  const wanted = text.trim();
  const asked = useDebouncedValue(wanted);
  const found = useQuery({ ...creatorSearchQuery(asked), placeholderData: (before) => before });
  const people = (found.data ?? []).map(({ id, name, email }) => ({ value: id, label: name, detail: email }));
  return (
    <SearchSelect
      {...props}
      searchLabel="Search owners"
      placeholder="Name or email"
      text={text}
      onText={setText}
      options={wanted === "" ? [ANY_OWNER, WITHOUT_OWNER, ...people] : people}
      busy={found.isFetching || asked !== wanted}
      note={found.isError ? "Search failed. Type again to retry." : moreNote(people.length >= MAX_CREATORS)}
    />
  );
}

/** Finds groups by name. */
export function GroupSelect(props: FilterSelectProps) {
  const [text, setText] = useState("");
  const groups = useQuery(groupsQuery).data ?? [];
  const wanted = text.trim().toLowerCase();
  const all: SearchOption[] = groups
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .map(({ id, name }) => ({ value: id, label: name }));
  const options = all.slice(0, MAX_GROUPS);
  return (
    <SearchSelect
      {...props}
      searchLabel="Search groups"
      placeholder="Name"
      text={text}
      onText={setText}
      options={wanted === "" ? [ANY_GROUP, WITHOUT_GROUP, ...options] : options}
      note={moreNote(all.length > options.length)}
    />
  );
}

function moreNote(hasMore: boolean): string | undefined {
  return hasMore ? "Type to find more." : undefined;
}
