import { Fragment } from "react";
import { cn } from "@/components/ui/class-names";
import {
  WATCH_HEIGHT,
  WATCH_STEP,
  type WatchStep,
  type WatchTone,
  watchLine,
} from "@/lib/presenters/core/watch-line";

const LINES: Record<WatchTone, string> = {
  none: "stroke-control [stroke-dasharray:2_2]",
  up: "stroke-up-fill",
  warn: "stroke-warn-fill",
  down: "stroke-down-fill",
};
const DIPS: Record<WatchTone, string> = {
  none: "",
  up: "",
  warn: "fill-warn-fill/25",
  down: "fill-down-fill/25",
};

/** Draws steps of equal length, such as the last 24 hours, as a line that is high while all is good and dips by the share of failures. */
export function WatchLine({
  steps,
  label,
  className = "h-5 w-30 max-sm:w-18",
}: {
  steps: readonly WatchStep[];
  label: string;
  className?: string;
}) {
  if (steps.length === 0) return <WatchLineRoom />;
  return (
    <svg
      viewBox={`0 0 ${steps.length * WATCH_STEP} ${WATCH_HEIGHT}`}
      preserveAspectRatio="none"
      className={cn("watch-line block", className)}
      role="img"
      aria-label={label}
    >
      {watchLine(steps).map(({ tone, line, open }) => (
        <Fragment key={open ?? tone}>
          {open && <path d={open} className={DIPS[tone]} />}
          <path d={line} fill="none" className={cn(LINES[tone], !open && DIPS[tone])} />
        </Fragment>
      ))}
    </svg>
  );
}

/** Reserves the space of a line that hasn't loaded. */
export function WatchLineRoom() {
  return <span className="block h-5 w-30 max-sm:w-18" />;
}
