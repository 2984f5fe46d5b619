import { type StripTone, stripBars } from "@/lib/presenters/monitors/strip-bars";

interface StripCell {
  at: string;
  up: number;
  down: number;
}

const COLORS: Record<StripTone, string> = {
  none: "fill-(--none)",
  up: "fill-up-fill",
  warn: "fill-warn-fill",
  down: "fill-down-fill",
};

/**
 * Draws cells of equal length, such as the last 24 hours, as bars: full bars are good, short red bars had failures, gray bars have no
 * data.
 */
export function Strip({
  cells,
  label,
  wide = false,
}: {
  cells: readonly StripCell[];
  label: string;
  /** Fills the width that it gets. */
  wide?: boolean;
}) {
  if (cells.length === 0) return <StripRoom />;
  const width = cells.length * 5 - 1;
  return (
    <svg
      viewBox={`0 0 ${width} 20`}
      className="strip"
      {...(wide && {
        style: { width: "100%", maskSize: `${500 / width}% 100%` },
        preserveAspectRatio: "none",
      })}
      role="img"
      aria-label={label}
    >
      {stripBars(cells).map(({ tone, path }) => (
        <path key={tone} d={path} className={COLORS[tone]} />
      ))}
    </svg>
  );
}

/** Reserves the space of a strip that hasn't loaded. */
export function StripRoom() {
  return <span className="block h-5 w-[119px]" />;
}
