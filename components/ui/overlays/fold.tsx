import { type ReactNode, useEffect, useRef } from "react";
import { cn } from "@/components/ui/class-names";

/** Renders rarely needed content under a row that opens it. Those of one `name` close each other. */
export function Fold({
  head,
  open = false,
  name,
  className,
  headClass = "gap-1.5 px-3 py-2 text-[13px]",
  onOpen,
  children,
}: {
  head: ReactNode;
  open?: boolean | undefined;
  name?: string | undefined;
  className?: string;
  headClass?: string;
  /** Called when it's open, also if it was opened before scripts ran. */
  onOpen?: () => void;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDetailsElement>(null);
  const tellIfOpen = () => {
    if (ref.current?.open) onOpen?.();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what happened before scripts ran
  useEffect(tellIfOpen, []);
  return (
    <details ref={ref} className={className} open={open} name={name} onToggle={tellIfOpen}>
      <summary className={cn("fold-head", headClass)}>{head}</summary>
      {children}
    </details>
  );
}

/** A fold in a box of its own, within other content. */
export const BOXED_FOLD = "mt-2 rounded-lg border border-line bg-surface";
