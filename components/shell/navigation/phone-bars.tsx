"use client";
import { Menu as MenuIcon } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { isActive, PHONE_ITEMS } from "@/components/page/nav-items";
import { LiveMark } from "@/components/shell/live-mark";
import { PlainButton } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { Mark } from "@/components/ui/logo";
import { Dialog } from "@/components/ui/overlays/dialog";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { AccountMenu } from "./account-menu";
import { ProjectSwitcher } from "./project-switcher";
import { NavList } from "./sidebar";

/** Renders the top bar on phones and tablets. */
export function TopBar({ viewer }: { viewer: Viewer }) {
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-3 frame px-4 lg:hidden">
      <Link href="/" aria-label="Vedette overview" className="rounded-md">
        <Mark />
      </Link>
      <span className="truncate font-medium">{viewer.project?.name}</span>
      <span className="ml-auto">
        <LiveMark />
      </span>
    </header>
  );
}

/** Renders the bottom navigation on phones; "More" opens the remaining pages. */
export function BottomBar({ viewer }: { viewer: Viewer }) {
  const pathname = usePathname();
  const [open, setOpen] = useState(false);
  const item = "flex flex-1 flex-col items-center gap-0.5 rounded-lg py-2 text-[11px] font-medium";
  return (
    <>
      <nav
        aria-label="Main"
        className="fixed inset-x-0 bottom-0 z-30 frame flex border-t border-line px-1 pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        {PHONE_ITEMS.map(({ href, label, icon: Icon }) => {
          const active = isActive(href, pathname);
          return (
            <Link
              key={href}
              href={href}
              aria-current={active ? "page" : undefined}
              className={cn(item, active ? "text-accent" : "text-muted")}
            >
              <Icon className="size-5" aria-hidden="true" />
              {label}
            </Link>
          );
        })}
        <PlainButton className={cn(item, "text-muted")} onClick={() => setOpen(true)}>
          <MenuIcon className="size-5" aria-hidden="true" />
          More
        </PlainButton>
      </nav>
      <Dialog open={open} onClose={() => setOpen(false)} title="Vedette">
        <ProjectSwitcher viewer={viewer} />
        <NavList onNavigate={() => setOpen(false)} />
        <div className="mt-4 border-t border-line pt-3">
          <AccountMenu viewer={viewer} />
        </div>
      </Dialog>
    </>
  );
}
