"use client";

import { useQuery } from "@tanstack/react-query";
import { groupsQuery } from "@/components/groups/group-queries";
import { cn } from "@/components/ui/cn";
import { lazyTrigger } from "@/components/ui/on-demand";
import { SelectButton } from "@/components/ui/select-button";
import { Skeleton } from "@/components/ui/skeleton";
import { useHydrated } from "@/components/ui/use-hydrated";
import { type FilterSelectProps, GROUP_OPTIONS, OWNER_OPTIONS } from "@/components/urls/url-filter-options";
import { creatorQuery } from "@/components/urls/url-queries";

type FilterProps = { value: string; onChange: (value: string) => void; className?: string };

export function OwnerFilter({ value, ...props }: FilterProps) {
  const fixed = OWNER_OPTIONS.find((option) => option.value === value);
  const found = useQuery({ ...creatorQuery(value), enabled: !fixed }).data;
  const shown = fixed?.label ?? found?.[0]?.name ?? "Owner";
  return <Filter as={OwnerSelect} label="Filter by owner" value={value} shown={shown} {...props} />;
}

export function GroupFilter({ value, ...props }: FilterProps) {
  const groups = useQuery(groupsQuery).data;
  const fixed = GROUP_OPTIONS.find((option) => option.value === value);
  const shown = fixed?.label ?? groups?.find(({ id }) => id === value)?.name ?? "Group";
  return <Filter as={GroupSelect} label="Filter by group" value={value} shown={shown} {...props} />;
}

function Filter({
  as: Select,
  className,
  ...props
}: FilterSelectProps & { as: (props: FilterSelectProps) => React.ReactNode }) {
  // Before hydration, a select would swallow the first click.
  if (!useHydrated()) return <Skeleton className={cn("h-9 pointer-coarse:h-10", className)} />;
  return (
    <div className={cn("min-w-0", className)}>
      <Select {...props} className="border-line bg-canvas" />
    </div>
  );
}

const OwnerSelect = lazyTrigger<FilterSelectProps>(Face, () =>
  import("@/components/urls/url-filter-selects").then((file) => file.OwnerSelect),
);
const GroupSelect = lazyTrigger<FilterSelectProps>(Face, () =>
  import("@/components/urls/url-filter-selects").then((file) => file.GroupSelect),
);

function Face({ label, value, shown, onChange, ...button }: FilterSelectProps) {
  return (
    <SelectButton aria-label={label} {...button}>
      <span>{shown}</span>
    </SelectButton>
  );
}
