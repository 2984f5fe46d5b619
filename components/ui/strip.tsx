interface StripCell {
  at: string;
  up: number;
  down: number;
}

/** Draws the last 24 hours as bars: full bars are good hours, short red bars had failures, gray bars have no data. */
export function Strip({ cells, label }: { cells: readonly StripCell[]; label: string }) {
  if (cells.length === 0) return <span className="block h-5 w-[119px]" />;
  return (
    <svg
      viewBox={`0 0 ${cells.length * 5 - 1} 20`}
      className="h-[20px] w-[119px]"
      role="img"
      aria-label={label}
    >
      {cells.map((cell, index) => {
        const share = cell.up + cell.down === 0 ? null : cell.up / (cell.up + cell.down);
        return (
          <g key={cell.at}>
            <rect
              x={index * 5}
              width="4"
              height="20"
              rx="1"
              className={share === null ? "fill-none" : "fill-up-fill"}
              style={share === null ? { fill: "var(--none)" } : undefined}
            />
            {share !== null && share < 1 && (
              <rect
                x={index * 5}
                y={0}
                width="4"
                height={Math.max(6, 20 * (1 - share))}
                rx="1"
                className={share < 0.5 ? "fill-down-fill" : "fill-warn-fill"}
              />
            )}
          </g>
        );
      })}
    </svg>
  );
}
