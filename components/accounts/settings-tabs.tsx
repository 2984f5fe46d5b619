"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { settingsItems } from "@/components/shell/nav-items";
import { cn } from "@/components/ui/class-names";

function intoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ inline: "nearest", block: "nearest" });
}

export function SettingsTabs({ isAdmin }: { isAdmin: boolean }) {
  const pathname = usePathname();
  return (
    <nav aria-label="Settings" className="mb-6 flex gap-5 overflow-x-auto border-b border-line">
      {settingsItems(isAdmin).map(({ href, label }) => (
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
