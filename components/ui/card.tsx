import type { ReactNode } from "react";
import { cn } from "./class-names";

/** Renders a panel with an optional heading row. */
export function Card({
  title,
  aside,
  flush = false,
  className,
  children,
}: {
  title?: ReactNode;
  aside?: ReactNode;
  /** Lets the content reach the edges, for tables and lists. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section className={cn("min-w-0 rounded-xl border border-line bg-surface", className)}>
      {(title || aside) && (
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2">
          {title && <h2 className="min-w-0 text-[14px] font-semibold break-words">{title}</h2>}
          {aside}
        </div>
      )}
      <div className={flush ? "" : "p-4"}>{children}</div>
    </section>
  );
}
