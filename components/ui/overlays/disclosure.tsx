import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** Renders a panel of fields that is closed until it's needed, with a note on what is set. It opens by itself when `open` becomes true. */
export function Disclosure({
  title,
  note,
  open = false,
  children,
}: {
  title: string;
  note?: string | undefined;
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="group/more rounded-xl border border-line bg-surface" open={open}>
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-xl px-4 py-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 shrink-0 text-muted transition-transform group-open/more:rotate-90"
          aria-hidden="true"
        />
        <h2 className="shrink-0 font-semibold">{title}</h2>
        {note && <span className="ml-auto min-w-0 truncate pl-2 text-[13px] text-muted">{note}</span>}
      </summary>
      <div className="space-y-4 border-t border-line p-4">{children}</div>
    </details>
  );
}
