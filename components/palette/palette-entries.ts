import {
  BookOpen,
  ChartColumn,
  FolderPlus,
  History,
  Keyboard,
  KeyRound,
  ListFilter,
  LogOut,
  type LucideIcon,
  Monitor,
  MonitorSmartphone,
  Moon,
  Plus,
  SearchX,
  Sun,
  UserPlus,
} from "lucide-react";
import { newKeyHref } from "@/components/api-keys/api-key-address";
import { toAddress } from "@/components/data/address";
import { NAVIGATION } from "@/components/shell/navigation";
import { urlAddress } from "@/components/urls/list/url-address";
import { NO_FILTERS as ALL_URLS } from "@/components/urls/list/url-filters";
import { NEWEST_FIRST } from "@/components/urls/list/url-sort";
import { NO_FILTERS as ALL_USERS, userAddress } from "@/components/users/user-filters";
import type { Actor } from "@/lib/actor";
import { canSeeGlobalAnalytics } from "@/lib/analytics/policy";
import { canManageApiKeys } from "@/lib/api-keys/policy";
import { canReadAudit } from "@/lib/audit/policy";
import { canManageGroups } from "@/lib/groups/policy";
import { paths } from "@/lib/paths";
import type { SearchResult } from "@/lib/search/types";
import { canManageSettings } from "@/lib/settings/policy";
import { canManageUnknownCodes } from "@/lib/urls/policy";
import type { ListedUrl } from "@/lib/urls/types";
import { canCreateUser, canListUsers } from "@/lib/users/policy";
import type { User } from "@/lib/users/types";

export type PaletteAction =
  | "create-url"
  | "create-user"
  | "create-group"
  | "theme-light"
  | "theme-dark"
  | "theme-system"
  | "shortcuts"
  | "log-out";

/** An entry of the command palette: a page, an action, a link or a person. */
export type PaletteEntry = { id: string } & (
  | { kind: "page"; label: string; icon: LucideIcon; href: string; words?: string }
  | { kind: "action"; label: string; icon: LucideIcon; action: PaletteAction; words?: string }
  | { kind: "url"; url: ListedUrl }
  | { kind: "person"; person: User; href: string }
);

export type PaletteGroup = { label: string; entries: PaletteEntry[] };

type Named = Extract<PaletteEntry, { label: string }>;
type Can = (actor: Pick<Actor, "role">) => boolean;

/** Pages that not everyone may open. The sidebar shows User Management to few (spec section 2). */
const CAN_OPEN: Partial<Record<string, Can>> = {
  [paths.users]: canListUsers,
  [paths.apiKeys]: canManageApiKeys,
  [paths.settings]: canManageSettings,
  [paths.auditLog]: canReadAudit,
  [paths.unknownCodes]: canManageUnknownCodes,
  // Other users see the same under Analytics.
  [paths.ownAnalytics]: canSeeGlobalAnalytics,
};

const PAGES: readonly Named[] = [
  ...NAVIGATION,
  { href: paths.ownAnalytics, label: "My Links", icon: ChartColumn, words: "own analytics statistics" },
  { href: paths.auditLog, label: "Audit Log", icon: History, words: "history changes" },
  { href: paths.unknownCodes, label: "Unknown Codes", icon: SearchX, words: "typos missing 404" },
  { href: paths.sessions, label: "Your Sessions", icon: MonitorSmartphone, words: "account sign-in email summary" },
  { href: paths.apiReference, label: "API Reference", icon: BookOpen, words: "documentation" },
].map((page) => ({ words: "", ...page, kind: "page", id: `page-${page.href}` }));

type Unnamed<Entry> = Entry extends Named ? Omit<Entry, "id" | "kind"> : never;

/** @param groupId group for a new API key; null for the first one */
const actionsIn = (groupId: string | null): readonly (Unnamed<Named> & { can?: Can })[] => [
  { action: "create-url", label: "Create Short URL", icon: Plus, words: "new link" },
  { action: "create-user", label: "Create User", icon: UserPlus, words: "new person", can: canCreateUser },
  { action: "create-group", label: "Create Group", icon: FolderPlus, words: "new team", can: canManageGroups },
  { href: newKeyHref(groupId), label: "Create API Key", icon: KeyRound, words: "new token", can: canManageApiKeys },
  { action: "theme-light", label: "Use Light Theme", icon: Sun, words: "appearance" },
  { action: "theme-dark", label: "Use Dark Theme", icon: Moon, words: "appearance" },
  { action: "theme-system", label: "Use System Theme", icon: Monitor, words: "appearance" },
  { action: "shortcuts", label: "Keyboard Shortcuts", icon: Keyboard, words: "help keys" },
  { action: "log-out", label: "Log Out", icon: LogOut, words: "sign out" },
];

/**
 * The pages and actions available to the actor whose words begin with the words of the text.
 *
 * @param groupId the group that the screen shows, if any
 */
export function commandGroups(actor: Actor, text: string, groupId: string | null = null): PaletteGroup[] {
  const pages = PAGES.filter((page) => page.kind === "page" && (CAN_OPEN[page.href]?.(actor) ?? true));
  const actions = actionsIn(groupId)
    .filter(({ can }) => can?.(actor) ?? true)
    .map(
      ({ can, ...entry }): Named =>
        "href" in entry ? { ...entry, kind: "page", id: entry.label } : { ...entry, kind: "action", id: entry.action },
    );
  return withEntries([
    { label: "Pages", entries: pages.filter((page) => matches(page, text)) },
    { label: "Actions", entries: actions.filter((action) => matches(action, text)) },
  ]);
}

function matches({ label, words = "" }: Named, text: string): boolean {
  const haystack = ` ${label} ${words}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => haystack.includes(` ${word}`));
}

/** Search results, followed by links to the lists of all matches. */
export function foundGroups({ urls, hasMoreUrls, people, hasMorePeople }: SearchResult, text: string): PaletteGroup[] {
  const links = urls.map((url): PaletteEntry => ({ id: url.id, kind: "url", url }));
  const persons = people.map(
    (person): PaletteEntry => ({ id: person.id, kind: "person", person, href: usersHref(person.email) }),
  );
  return withEntries([
    {
      label: "Short URLs",
      entries: hasMoreUrls ? [...links, showAll("urls", `Show all short URLs for “${text}”`, urlsHref(text))] : links,
    },
    {
      label: "People",
      entries: hasMorePeople
        ? [...persons, showAll("people", `Show all people for “${text}”`, usersHref(text))]
        : persons,
    },
  ]);
}

/** The list of deleted links that match, among which search results aren't. */
export function deletedUrlsEntry(text: string) {
  return showAll("deleted", "Search deleted links", urlsHref(text, "deleted"));
}

function showAll(what: string, label: string, href: string) {
  return { id: `all-${what}`, kind: "page", label, icon: ListFilter, href } satisfies PaletteEntry;
}

function urlsHref(text: string, status = ALL_URLS.status): string {
  return `${paths.urls}?${toAddress(urlAddress, { filters: { ...ALL_URLS, text, status }, sort: NEWEST_FIRST })}`;
}

function usersHref(text: string): string {
  return `${paths.users}?${toAddress(userAddress, { ...ALL_USERS, text })}`;
}

function withEntries(groups: PaletteGroup[]): PaletteGroup[] {
  return groups.filter(({ entries }) => entries.length > 0);
}

/** For screen readers: "2 in Pages, 1 in People". */
export function countText(groups: readonly PaletteGroup[]): string {
  const counts = groups.map(({ label, entries }) => `${entries.length} in ${label}`);
  return counts.length === 0 ? "No results" : counts.join(", ");
}
