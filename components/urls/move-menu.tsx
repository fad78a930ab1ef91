"use client";

import { useQuery } from "@tanstack/react-query";
import { groupsQuery } from "@/components/groups/group-queries";
import { DropdownMenuContent, DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { groupOptions, toGroupId } from "@/components/urls/group-options";

/** Groups to move links to. */
export function MoveMenu({ onMove }: { onMove: (groupId: string | null) => void }) {
  const groups = useQuery(groupsQuery).data ?? [];
  return (
    <DropdownMenuContent className="max-h-(--radix-dropdown-menu-content-available-height) max-w-72 overflow-y-auto">
      {groupOptions(groups).map(({ value, label }) => (
        <DropdownMenuItem key={value} onSelect={() => onMove(toGroupId(value))}>
          <span className="truncate">{label}</span>
        </DropdownMenuItem>
      ))}
    </DropdownMenuContent>
  );
}
