import type { ReactNode } from "react";
import type { WatchStep } from "@/lib/presenters/core/watch-line";
import { WatchLine } from "./watch-line";

/** Shows a watch line across the head of a page, with what its ends are. */
export function WatchHead({
  steps,
  label,
  from,
  to,
}: {
  steps: readonly WatchStep[];
  label: string;
  from: ReactNode;
  to: ReactNode;
}) {
  return (
    <div>
      <WatchLine steps={steps} label={label} className="h-8 w-full" />
      <p className="mt-1.5 flex justify-between text-xs text-muted tabular" aria-hidden="true">
        <span>{from}</span>
        <span>{to}</span>
      </p>
    </div>
  );
}
