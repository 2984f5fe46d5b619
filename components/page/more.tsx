import Link from "next/link";

/** Links from a card to its whole list. */
export function More({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="rounded text-[13px] text-muted hover:text-ink">
      {children}
    </Link>
  );
}
