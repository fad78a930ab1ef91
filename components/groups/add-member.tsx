import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "@/components/data/api";
import { toastError } from "@/components/data/toast-error";
import { useChange } from "@/components/data/use-change";
import { useDebouncedValue } from "@/components/data/use-debounced-value";
import { announceAdded } from "@/components/groups/announce-added";
import { PersonBadges, PersonName } from "@/components/groups/person";
import { Button } from "@/components/ui/button";
import { SearchField } from "@/components/ui/search-field";
import { userName } from "@/components/users/user-labels";
import { userSearchQuery } from "@/components/users/user-queries";
import type { Group, GroupMember } from "@/lib/groups/types";
import { paths } from "@/lib/paths";
import type { User } from "@/lib/users/types";

const RESULTS = 5;

/** Queries that depend on memberships: the groups and links that a user sees, and the users' group filter. */
export const AFTER_MEMBERSHIP = [paths.api.groups, paths.api.users, paths.api.urls];

type AddMemberProps = { group: Group; members: readonly GroupMember[] };

/** Finds users by name or email and adds them. */
export function AddMember({ group, members }: AddMemberProps) {
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const { users, searching, failed } = useCandidates(text);
  const memberIds = new Set(members.map(({ id }) => id));
  const isNotFound = !searching && text.trim() !== "" && users.length === 0;
  return (
    <section aria-label="Add members" className="grid min-w-0 grid-cols-1 gap-2">
      <h3 className="font-medium text-ink text-sm">Add members</h3>
      <SearchField
        ref={field}
        label="Search users to add"
        placeholder="Search by name or email"
        value={text}
        onChange={setText}
        busy={searching}
      />
      {users.length > 0 && (
        <ul
          aria-label="Users found"
          className="grid grid-cols-1 divide-y divide-line overflow-hidden rounded-lg border border-line"
        >
          {users.map((user) => (
            <li key={user.id} className="flex min-h-14 items-center gap-2 py-2 pr-2 pl-3">
              <PersonName person={user} />
              <PersonBadges person={user} />
              {memberIds.has(user.id) ? (
                <span className="px-2 text-muted text-sm">Member</span>
              ) : (
                <AddButton group={group} user={user} onDone={() => field.current?.focus()} />
              )}
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-muted text-sm empty:hidden">
        {failed ? "Search failed. Type again to retry." : isNotFound && "No users found"}
      </p>
    </section>
  );
}

function AddButton({ group, user, onDone }: { group: Group; user: User; onDone: () => void }) {
  const add = useChange(
    () => call<GroupMember>("POST", paths.api.groupMembers(group.id), { userId: user.id }),
    AFTER_MEMBERSHIP,
    {
      onDone,
      onSuccess: () => announceAdded(userName(user)),
      onError: (error) => toastError(error, "Failed to add member"),
    },
  );
  return (
    <Button
      size="sm"
      variant="secondary"
      aria-label={`Add ${userName(user)}`}
      loading={add.isPending}
      onClick={() => add.mutate()}
    >
      Add
    </Button>
  );
}

/** The first matches, without deleted users, who cannot be added. */
function useCandidates(text: string) {
  const wanted = text.trim();
  const asked = useDebouncedValue(wanted);
  const enabled = wanted !== "" && asked !== "";
  const search = new URLSearchParams({ q: asked, sort: "name", limit: "50" });
  const found = useQuery({ ...userSearchQuery(search.toString()), enabled });
  const users = enabled ? (found.data?.items ?? []) : [];
  return {
    users: users.filter(({ status }) => status !== "deleted").slice(0, RESULTS),
    searching: wanted !== "" && (found.isFetching || asked !== wanted),
    failed: enabled && found.isError,
  };
}
