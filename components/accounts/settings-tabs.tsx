"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/class-names";

const TABS: { href: string; label: string; adminOnly?: boolean }[] = [
  { href: "/settings", label: "API keys" },
  { href: "/settings/projects", label: "Projects" },
  { href: "/settings/templates", label: "Templates" },
  { href: "/settings/members", label: "Members" },
  { href: "/settings/regions", label: "Regions" },
  { href: "/settings/import", label: "Import and export" },
  { href: "/settings/audit-log", label: "Audit log", adminOnly: true },
  { href: "/settings/security", label: "Security" },
  { href: "/settings/account", label: "Your account" },
];

function intoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ inline: "nearest", block: "nearest" });
}

export function SettingsTabs({ isAdmin }: { isAdmin: boolean }) {
  const pathname = usePathname();
  const tabs = TABS.filter((tab) => isAdmin || !tab.adminOnly);
  return (
    <nav aria-label="Settings" className="mb-6 flex gap-5 overflow-x-auto border-b border-line">
      {tabs.map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          // The row scrolls on phones; keep the current tab in view.
          ref={pathname === href ? intoView : undefined}
          aria-current={pathname === href ? "page" : undefined}
          className={cn(
            "-mb-px border-b-2 pb-2.5 font-medium whitespace-nowrap",
            pathname === href ? "border-accent" : "border-transparent text-muted hover:text-ink",
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
