import {
  ChartColumn,
  KeyRound,
  LayoutDashboard,
  Link2,
  type LucideIcon,
  QrCode,
  Settings,
  UserCog,
  Users,
} from "lucide-react";
import type { Role } from "@/lib/actor";
import { paths } from "@/lib/paths";

export type NavigationEntry = {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Who sees the entry; everyone if absent. */
  roles?: readonly Role[];
};

/** The links of the sidebar (spec section 2). */
export const NAVIGATION: readonly NavigationEntry[] = [
  { href: paths.home, label: "Dashboard", icon: LayoutDashboard },
  { href: paths.urls, label: "Manage URLs", icon: Link2 },
  { href: paths.qrCodes, label: "QR Codes", icon: QrCode },
  { href: paths.users, label: "User Management", icon: UserCog, roles: ["overall_admin"] },
  { href: paths.groups, label: "Groups", icon: Users },
  { href: paths.apiKeys, label: "API Keys", icon: KeyRound, roles: ["overall_admin", "group_admin"] },
  { href: paths.analytics, label: "Analytics", icon: ChartColumn },
  { href: paths.settings, label: "Settings", icon: Settings, roles: ["overall_admin"] },
];

export function visibleNavigation(role: Role): NavigationEntry[] {
  return NAVIGATION.filter((entry) => !entry.roles || entry.roles.includes(role));
}

/** The dashboard matches its exact path; the others match all paths below them too. */
export function isActiveEntry(href: string, pathname: string): boolean {
  if (href === paths.home) return pathname === paths.home;
  return pathname === href || pathname.startsWith(`${href}/`);
}
