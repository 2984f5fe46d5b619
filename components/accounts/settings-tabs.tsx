"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { settingsGroups, settingsItems } from "@/components/page/nav-items";
import { cn } from "@/components/ui/class-names";
import { PageHeader } from "@/components/ui/page-header";

function intoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ inline: "nearest", block: "nearest" });
}

/** Heads a settings page with its own name, because the navigation already says that it's one of the settings. */
export function SettingsHead() {
  const pathname = usePathname();
  const current = settingsItems(true).find(({ href }) => href === pathname);
  return <PageHeader title={current?.label ?? "Settings"} />;
}

/** Lists the settings pages: in groups beside the page, or as a row that scrolls above it on small screens. */
export function SettingsTabs({ isAdmin }: { isAdmin: boolean }) {
  const pathname = usePathname();
  return (
    <nav
      aria-label="Settings"
      className="flex gap-5 max-lg:mb-5 max-lg:overflow-x-auto max-lg:border-b max-lg:border-line lg:sticky lg:top-9 lg:w-44 lg:shrink-0 lg:flex-col"
    >
      {settingsGroups(isAdmin).map(({ group, items }) => (
        <div key={group} className="max-lg:contents">
          <p className="mb-1 px-2.5 text-xs font-medium text-muted max-lg:hidden">{group}</p>
          {items.map(({ href, label }) => {
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
