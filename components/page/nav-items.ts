import type { LucideIcon } from "lucide-react";
import {
  Activity,
  BellRing,
  ChartNoAxesColumn,
  LayoutDashboard,
  Megaphone,
  Settings2,
  Siren,
  Wrench,
} from "lucide-react";

export interface NavItem {
  href: string;
  label: string;
  icon: LucideIcon;
  /** The key to press after g. */
  key: string;
}

/** The dashboard's pages in sidebar order. */
export const NAV_ITEMS: readonly NavItem[] = [
  { href: "/", label: "Overview", icon: LayoutDashboard, key: "o" },
  { href: "/monitors", label: "Monitors", icon: Activity, key: "m" },
  { href: "/incidents", label: "Incidents", icon: Siren, key: "i" },
  { href: "/maintenance", label: "Maintenance", icon: Wrench, key: "w" },
  { href: "/status-pages", label: "Status pages", icon: Megaphone, key: "s" },
  { href: "/integrations", label: "Integrations", icon: BellRing, key: "n" },
  { href: "/reports", label: "Reports", icon: ChartNoAxesColumn, key: "r" },
  { href: "/settings", label: "Settings", icon: Settings2, key: "t" },
];

interface SettingsItem {
  href: string;
  label: string;
  isAdminOnly?: boolean;
}

const SETTINGS: readonly { group: string; items: readonly SettingsItem[] }[] = [
  {
    group: "Organization",
    items: [
      { href: "/settings", label: "API keys" },
      { href: "/settings/projects", label: "Projects" },
      { href: "/settings/members", label: "Members" },
      { href: "/settings/regions", label: "Regions" },
      { href: "/settings/health", label: "Health" },
      { href: "/settings/audit-log", label: "Audit log", isAdminOnly: true },
    ],
  },
  {
    group: "Project",
    items: [
      { href: "/settings/templates", label: "Templates" },
      { href: "/settings/tags", label: "Tags" },
      { href: "/settings/import", label: "Import and export" },
    ],
  },
  {
    group: "You",
    items: [
      { href: "/settings/security", label: "Security" },
      { href: "/settings/account", label: "Your account" },
    ],
  },
];

/** Returns the settings pages that a person may open, by whom they are about. */
export function settingsGroups(isAdmin: boolean): { group: string; items: SettingsItem[] }[] {
  return SETTINGS.map(({ group, items }) => ({
    group,
    items: items.filter(({ isAdminOnly }) => isAdmin || !isAdminOnly),
  }));
}

/** Returns the settings pages that a person may open. */
export function settingsItems(isAdmin: boolean): { href: string; label: string }[] {
  return settingsGroups(isAdmin).flatMap(({ items }) => items.map(({ href, label }) => ({ href, label })));
}

/** The pages in the phone's bottom bar; the rest are in its drawer. */
export const PHONE_ITEMS: readonly NavItem[] = NAV_ITEMS.filter(({ key }) => "omis".includes(key));

export function isActive(href: string, pathname: string): boolean {
  return href === "/" ? pathname === "/" : pathname === href || pathname.startsWith(`${href}/`);
}
