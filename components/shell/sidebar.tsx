"use client";

import { Keyboard, LoaderCircle, LogOut } from "lucide-react";
import Link, { useLinkStatus } from "next/link";
import { usePathname, useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { useAppConfig } from "@/components/data/app-config";
import { useCurrentUser } from "@/components/data/use-actor";
import { Logo } from "@/components/shell/logo";
import { isActiveEntry, type NavigationEntry, visibleNavigation } from "@/components/shell/navigation";
import { openOverlay } from "@/components/shell/overlays";
import { ThemeSwitch } from "@/components/shell/theme-switch";
import { useLogout } from "@/components/shell/use-logout";
import { Button } from "@/components/ui/button/button";
import { IconButton } from "@/components/ui/button/icon-button";
import { cn } from "@/components/ui/cn";
import { initialOf, urlUseText, userName } from "@/components/users/user-labels";
import { paths } from "@/lib/paths";
import { roleLabel } from "@/lib/users/policy";

type SidebarProps = {
  /** Next to the brand. */
  action?: ReactNode;
  /** Below the brand. */
  search?: ReactNode;
  /** A link was clicked, possibly to the current page. */
  onNavigate?: (href: string) => void;
};

export function Sidebar({ action, search, onNavigate }: SidebarProps) {
  const { role } = useCurrentUser();
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <div className="flex items-center">
        <Brand onNavigate={onNavigate} />
        {action}
      </div>
      {search}
      <nav aria-label="Main" className="flex-1 px-3 py-2">
        <ul className="grid gap-0.5">
          {visibleNavigation(role).map((entry) => (
            <li key={entry.href}>
              <SidebarLink entry={entry} onNavigate={onNavigate} />
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid gap-2 border-line border-t p-3">
        <Account onNavigate={onNavigate} />
        <LogoutButton />
        <div className="flex items-center gap-1">
          <ThemeSwitch className="flex flex-1" />
          <ShortcutsButton />
        </div>
      </div>
    </div>
  );
}

function ShortcutsButton() {
  return (
    <IconButton
      icon={Keyboard}
      label="Keyboard shortcuts"
      tip="Keyboard shortcuts (?)"
      aria-keyshortcuts="?"
      onClick={() => openOverlay("help")}
    />
  );
}

function Brand({ onNavigate }: Pick<SidebarProps, "onNavigate">) {
  const { brand } = useAppConfig();
  return (
    <Link
      href={paths.home}
      prefetch={false}
      onClick={() => onNavigate?.(paths.home)}
      className="mx-3 my-3 flex min-w-0 flex-1 items-center gap-3 rounded-lg px-2 py-2"
    >
      <UnlessPending className="size-8 p-1.5">
        <Logo />
      </UnlessPending>
      <span className="min-w-0">
        <span className="block truncate font-semibold text-ink text-lg leading-5 tracking-[-0.015em]">{brand}</span>
        <span className="block text-muted text-xs">Admin Dashboard</span>
      </span>
    </Link>
  );
}

/** Shows a spinner from a click on the surrounding link until the server responds; not if the screen was prefetched. */
function UnlessPending({ className = "size-4", children }: { className?: string; children: ReactNode }) {
  if (!useLinkStatus().pending) return children;
  return <LoaderCircle aria-hidden className={cn("shrink-0 animate-spin", className)} strokeWidth={1.75} />;
}

type SidebarLinkProps = Pick<SidebarProps, "onNavigate"> & { entry: NavigationEntry };

function SidebarLink({ entry, onNavigate }: SidebarLinkProps) {
  const active = isActiveEntry(entry.href, usePathname());
  const router = useRouter();
  const onIntent = () => router.prefetch(entry.href);
  const Icon = entry.icon;
  return (
    <Link
      href={entry.href}
      // Otherwise every page load prefetches all screens (decision 0080).
      prefetch={false}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onClick={() => onNavigate?.(entry.href)}
      aria-current={active ? "page" : undefined}
      className={cn(
        "flex h-9 pointer-coarse:h-11 items-center gap-2.5 rounded-md px-2.5 font-medium text-base text-muted transition-colors hover:bg-hover hover:text-ink",
        active && "bg-pressed text-ink hover:bg-pressed",
      )}
    >
      <UnlessPending>
        <Icon aria-hidden className={cn("size-4", active && "text-accent-text")} strokeWidth={1.75} />
      </UnlessPending>
      <span>{entry.label}</span>
    </Link>
  );
}

/** The signed-in user; links to their sessions. */
function Account({ onNavigate }: Pick<SidebarProps, "onNavigate">) {
  const user = useCurrentUser();
  const name = userName(user);
  const active = isActiveEntry(paths.sessions, usePathname());
  return (
    <Link
      href={paths.sessions}
      prefetch={false}
      onClick={() => onNavigate?.(paths.sessions)}
      aria-current={active ? "page" : undefined}
      title={`${user.email}: your sessions`}
      className={cn(
        "flex items-center gap-2.5 rounded-md px-2.5 py-1.5 transition-colors hover:bg-hover",
        active && "bg-pressed hover:bg-pressed",
      )}
    >
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-text text-sm uppercase"
      >
        <UnlessPending>
          <span translate="no">{initialOf(name)}</span>
        </UnlessPending>
      </span>
      <span className="min-w-0">
        <span translate="no" className="block truncate font-medium text-base text-ink">
          {name}
        </span>
        <span className="block truncate text-muted text-xs capitalize">{roleLabel(user.role)}</span>
        <span className="block truncate text-muted text-xs tabular-nums">{urlUseText(user)}</span>
      </span>
      <span className="sr-only">Your sessions</span>
    </Link>
  );
}

function LogoutButton() {
  const logout = useLogout();
  return (
    <Button
      icon={logout.isPending ? undefined : LogOut}
      variant="ghost"
      className="w-full justify-start gap-2.5 px-2.5"
      loading={logout.isPending}
      onClick={() => logout.mutate()}
    >
      Log out
    </Button>
  );
}
