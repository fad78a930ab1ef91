import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "@/components/data/api";
import { toastError } from "@/components/data/toast-error";
import { useChange } from "@/components/data/use-change";
import { useDebouncedValue } from "@/components/data/use-debounced-value";
import { announceAdded } from "@/components/groups/announce-added";
import { candidatesQuery, MAX_CANDIDATES } from "@/components/groups/group-queries";
import { PersonBadges, PersonName } from "@/components/groups/person";
import { Button } from "@/components/ui/button/button";
import { SearchField } from "@/components/ui/form/search-field";
import { userName } from "@/components/users/user-labels";
import { plural } from "@/lib/format";
import type { Group, GroupMember } from "@/lib/groups/types";
import { paths } from "@/lib/paths";
import type { User } from "@/lib/users/types";

/** Queries that depend on memberships: the groups and links that a user sees, and the users' group filter. */
export const AFTER_MEMBERSHIP = [paths.api.groups, paths.api.users, paths.api.urls];

/** Finds users by name or email and adds them. */
export function AddMember({ group }: { group: Group }) {
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const { users, searching, note, announcement } = useCandidates(text);
  return (
    <section aria-label="Add members" className="grid min-w-0 grid-cols-1 gap-2">
      <h3 className="font-medium text-ink text-sm">Add members</h3>
      <SearchField
        hasShortcut={false}
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
              {user.groups.some(({ id }) => id === group.id) ? (
                <span className="px-2 text-muted text-sm">Member</span>
              ) : (
                <AddButton group={group} user={user} onDone={() => field.current?.focus()} />
              )}
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-muted text-sm empty:hidden">
        {note}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </section>
  );
}

type AddButtonProps = {
  group: Group;
  user: User;
  /** Called once the user is added, unless the focus has been moved meanwhile. */
  onDone: () => void;
};

function AddButton({ group, user, onDone }: AddButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const add = useChange(
    () => call<GroupMember>("POST", paths.api.groupMembers(group.id), { userId: user.id }),
    AFTER_MEMBERSHIP,
    {
      onDone: () => {
        if (document.activeElement === button.current) onDone();
      },
      onSuccess: () => announceAdded(userName(user)),
      onError: (error) => toastError(error, "Failed to add member"),
    },
  );
  return (
    <Button
      ref={button}
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

/** The first matches, and a note if they are not all, or there are none. */
function useCandidates(text: string) {
  const wanted = text.trim();
  const asked = useDebouncedValue(wanted);
  const enabled = wanted !== "" && asked !== "";
  const found = useQuery({ ...candidatesQuery(asked), enabled });
  const searching = wanted !== "" && (found.isFetching || asked !== wanted);
  const { items: users = [], total = 0 } = (enabled && found.data) || {};
  const note = noteOn({ failed: enabled && found.isError, isDone: enabled && !searching, total });
  // Changes with each search, so that another one with as many matches is announced too.
  const announcement = enabled && !searching && !note ? `${plural(total, "user")} found for “${asked}”` : "";
  return { users, searching, note, announcement };
}

function noteOn({ failed, isDone, total }: { failed: boolean; isDone: boolean; total: number }): string | undefined {
  if (failed) return "Search failed. Type again to retry.";
  if (total > MAX_CANDIDATES) return `The first ${MAX_CANDIDATES} by name. Type more to find others.`;
  return isDone && total === 0 ? "No users found" : undefined;
}
