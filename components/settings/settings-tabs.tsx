"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/class-names";

const TABS = [
  { href: "/settings", label: "Keys" },
  { href: "/settings/projects", label: "Projects" },
  { href: "/settings/members", label: "Members" },
  { href: "/settings/account", label: "Your account" },
];

/** Tabs are pages with an address of their own. */
export function SettingsTabs() {
  const pathname = usePathname();
  return (
    <nav aria-label="Settings" className="mb-6 flex gap-5 overflow-x-auto border-b border-line">
      {TABS.map(({ href, label }) => (
        <Link
          key={href}
          href={href}
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
