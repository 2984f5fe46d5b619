import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/class-names";

/** Renders what is needed rarely under a row that opens it. Those of one `name` close each other. */
export function Fold({
  head,
  open = false,
  name,
  className,
  headClass = "gap-1.5 px-3 py-2 text-[13px]",
  children,
}: {
  head: ReactNode;
  open?: boolean | undefined;
  name?: string | undefined;
  className?: string;
  headClass?: string;
  children: ReactNode;
}) {
  return (
    <details className={className} open={open} name={name}>
      <summary
        className={cn(
          "flex cursor-pointer list-none items-center hover:bg-hover [&::-webkit-details-marker]:hidden",
          headClass,
        )}
      >
        <ChevronRight
          className="size-4 shrink-0 text-muted transition-transform [[open]>summary>&]:rotate-90"
          aria-hidden="true"
        />
        {head}
      </summary>
      {children}
    </details>
  );
}

/** A fold in a box of its own, within other content. */
export const BOXED_FOLD = "mt-2 rounded-lg border border-line bg-surface";
