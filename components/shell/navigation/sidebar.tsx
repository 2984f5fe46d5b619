"use client";
import { BookOpen } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { guideOf } from "@/components/page/guide-of-page";
import { isActive, NAV_ITEMS } from "@/components/page/nav-items";
import { LiveMark } from "@/components/shell/live-mark";
import { SearchButton } from "@/components/shell/palette/search-button";
import { Wordmark } from "@/components/ui/logo";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { AccountMenu } from "./account-menu";
import { ProjectSwitcher } from "./project-switcher";

/** Renders the navigation, project switcher, and account menu on wide screens. */
export function Sidebar({ viewer }: { viewer: Viewer }) {
  return (
    <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col frame border-r border-line px-3 py-4 lg:flex">
      <Link href="/" className="mx-2 mb-4 rounded-md" aria-label="Vedette overview">
        <Wordmark />
      </Link>
      <ProjectSwitcher viewer={viewer} />
      <SearchButton />
      <NavList />
      <div className="mt-auto space-y-1">
        <LiveMark />
        <AccountMenu viewer={viewer} />
      </div>
    </aside>
  );
}

export function NavList({ onNavigate }: { onNavigate?: () => void }) {
  const pathname = usePathname();
  return (
    <nav aria-label="Main" className="mt-3">
      <ul className="space-y-0.5">
        {NAV_ITEMS.map(({ href, label, icon: Icon }) => {
          const active = isActive(href, pathname);
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={active ? "page" : undefined}
                {...(onNavigate && { onClick: onNavigate })}
                className="nav-item"
              >
                <Icon aria-hidden="true" />
                {label}
              </Link>
            </li>
          );
        })}
        <li className="mt-2 border-t border-line pt-2">
          <a href={guideOf(pathname)} target="_blank" className="nav-item" rel="noopener">
            <BookOpen aria-hidden="true" />
            Guide to this page
          </a>
        </li>
      </ul>
    </nav>
  );
}
