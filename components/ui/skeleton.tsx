/** Grey lines where content will be; invisible for the first 150 ms. */
export function Skeleton({ lines = 3, className = "" }: { lines?: number; className?: string }) {
  return (
    <div role="status" className={`animate-late space-y-3 p-4 ${className}`}>
      <span className="sr-only">Loading…</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change order
        <div
          key={line}
          className="h-4 animate-breathe rounded bg-none/60"
          style={{ width: `${92 - ((line * 17) % 40)}%` }}
        />
      ))}
    </div>
  );
}
