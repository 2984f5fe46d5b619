import { type StripTone, stripBars } from "@/lib/presenters/monitors/strip-bars";

interface StripCell {
  at: string;
  up: number;
  down: number;
}

const COLORS: Record<StripTone, string> = {
  none: "fill-(--none) stroke-(--none)",
  up: "fill-up-fill stroke-up-fill",
  warn: "fill-warn-fill stroke-warn-fill",
  down: "fill-down-fill stroke-down-fill",
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
  if (cells.length === 0) return <span className="block h-5 w-[119px]" />;
  return (
    <svg
      viewBox={`0 0 ${cells.length * 5 - 1} 20`}
      className={wide ? "h-[20px] w-full" : "h-[20px] w-[119px]"}
      preserveAspectRatio={wide ? "none" : undefined}
      strokeWidth="2"
      strokeLinejoin="round"
      role="img"
      aria-label={label}
    >
      {stripBars(cells).map(({ tone, path }) => (
        <path key={tone} d={path} className={COLORS[tone]} />
      ))}
    </svg>
  );
}
