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
import { paths } from "@/lib/paths";
import type { Role } from "@/lib/users/types";

export type NavigationEntry = {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Who sees the entry; everybody when left out. */
  roles?: readonly Role[];
};

/** The links of the sidebar in their order (spec section 2). An entry is added together with its page. */
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

/** The dashboard by its exact path, the others with everything below them. */
export function isActiveEntry(href: string, pathname: string): boolean {
  if (href === paths.home) return pathname === paths.home;
  return pathname === href || pathname.startsWith(`${href}/`);
}
