const STEP = 4;
const HEIGHT = 20;

/** Draws a line of values from 0 to their maximum, with gaps where there are none. Decorative: show the figures beside it. */
export function Spark({ values }: { values: readonly (number | null)[] }) {
  const most = Math.max(...values.map((value) => value ?? 0));
  if (most === 0) return <span className="block h-5 w-[96px]" />;
  const y = (value: number) => HEIGHT - 1 - (value / most) * (HEIGHT - 2);
  const path = values
    .map((value, index) => {
      if (value === null) return "";
      const starts = (values[index - 1] ?? null) === null;
      return `${starts ? "M" : "L"}${index * STEP} ${y(value).toFixed(1)}${starts ? "h0.01" : ""}`;
    })
    .join("");
  return (
    <svg
      viewBox={`-1 0 ${(values.length - 1) * STEP + 2} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-5 w-[96px] text-accent"
      aria-hidden="true"
    >
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
