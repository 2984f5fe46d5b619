import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "./class-names";

export function PageHeader({
  title,
  back,
  mark,
  note,
  watch,
  children,
}: {
  title: ReactNode;
  back?: { href: string; label: string };
  mark?: ReactNode;
  note?: ReactNode;
  /** A watch line under everything else. */
  watch?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="frame-head mb-6 flex flex-wrap items-end justify-between gap-x-3 gap-y-3 pb-5 sm:gap-x-6 lg:pb-6">
      <div className="min-w-0">
        {back && (
          <Link href={back.href} className="mb-1 inline-block text-[13px] text-muted hover:text-ink">
            ← {back.label}
          </Link>
        )}
        {/* As tall as the buttons beside it. */}
        <div className={cn("flex flex-wrap items-center gap-x-3 gap-y-1", !note && "min-h-9 touch:min-h-10")}>
          <h1 className="min-w-0 text-left font-display text-[26px] leading-tight font-semibold break-words">
            {title}
          </h1>
          {mark}
        </div>
        {note && <div className="mt-1 text-muted">{note}</div>}
      </div>
      {children && (
        <div className="flex flex-wrap items-center gap-2 has-[>div]:max-sm:w-full">{children}</div>
      )}
      {watch && <div className="basis-full">{watch}</div>}
    </header>
  );
}
