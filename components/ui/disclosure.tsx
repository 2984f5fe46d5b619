import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** Renders a panel of optional fields that is closed until it's needed. It opens by itself when `open` becomes true. */
export function Disclosure({
  title,
  open = false,
  children,
}: {
  title: string;
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="group/more rounded-xl border border-line bg-surface" open={open}>
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-xl px-4 py-2 font-semibold hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 shrink-0 text-muted transition-transform group-open/more:rotate-90"
          aria-hidden="true"
        />
        {title}
      </summary>
      <div className="space-y-4 border-t border-line p-4">{children}</div>
    </details>
  );
}
