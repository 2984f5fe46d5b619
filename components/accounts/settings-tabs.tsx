"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/class-names";

interface Tab {
  href: string;
  label: string;
  adminOnly?: boolean;
}

const GROUPS: readonly { title: string; tabs: readonly Tab[] }[] = [
  {
    title: "Organization",
    tabs: [
      { href: "/settings", label: "API keys" },
      { href: "/settings/projects", label: "Projects" },
      { href: "/settings/members", label: "Members" },
      { href: "/settings/regions", label: "Regions" },
      { href: "/settings/audit-log", label: "Audit log", adminOnly: true },
    ],
  },
  { title: "Project", tabs: [{ href: "/settings/templates", label: "Templates" }] },
  {
    title: "You",
    tabs: [
      { href: "/settings/security", label: "Security" },
      { href: "/settings/account", label: "Your account" },
    ],
  },
];

function intoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ inline: "nearest", block: "nearest" });
}

/** Lists the settings pages: in groups beside the page, or as a row that scrolls above it on small screens. */
export function SettingsTabs({ isAdmin }: { isAdmin: boolean }) {
  const pathname = usePathname();
  return (
    <nav
      aria-label="Settings"
      className="flex gap-5 max-lg:mb-5 max-lg:overflow-x-auto max-lg:border-b max-lg:border-line lg:sticky lg:top-9 lg:w-44 lg:shrink-0 lg:flex-col"
    >
      {GROUPS.map(({ title, tabs }) => (
        <div key={title} className="max-lg:contents">
          <p className="mb-1 px-2.5 text-xs font-medium text-muted max-lg:hidden">{title}</p>
          {tabs
            .filter((tab) => isAdmin || !tab.adminOnly)
            .map(({ href, label }) => {
              const isCurrent = pathname === href;
              return (
                <Link
                  key={href}
                  href={href}
                  // The row scrolls on phones; keep the current tab in view.
                  ref={isCurrent ? intoView : undefined}
                  aria-current={isCurrent ? "page" : undefined}
                  className={cn(
                    "block font-medium whitespace-nowrap max-lg:-mb-px max-lg:border-b-2 max-lg:py-2.5 lg:rounded-lg lg:px-2.5 lg:py-1.5",
                    isCurrent
                      ? "max-lg:border-accent lg:bg-hover"
                      : "text-muted hover:text-ink max-lg:border-transparent lg:hover:bg-hover",
                  )}
                >
                  {label}
                </Link>
              );
            })}
        </div>
      ))}
    </nav>
  );
}
