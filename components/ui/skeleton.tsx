const WIDTHS = [92, 75, 58, 81, 64, 87, 70, 53] as const;

/** Renders gray placeholder lines, invisible for the first 150 ms. */
export function Skeleton({ lines = 3, className = "" }: { lines?: number; className?: string }) {
  return (
    <div role="status" className={`animate-late space-y-3 p-4 ${className}`}>
      <span className="sr-only">Loading…</span>
      {WIDTHS.slice(0, lines).map((width) => (
        <div key={width} className="h-4 animate-breathe rounded bg-none/60" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
