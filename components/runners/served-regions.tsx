import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/class-names";
import type { Runner } from "@/lib/contract/runners/runners";
import { type ServedRegion, servedRegions } from "@/lib/presenters/runners/words";

/** Lists the regions that have runners of their own, none, or a problem. The built-in runner checks all others. */
export function ServedRegions({ runners }: { runners: readonly Runner[] }) {
  const served = servedRegions(runners);
  const isWhole = served.every(({ by }) => by.length > 0);
  const listed = served.filter(({ by, trouble }) => trouble !== null || !isBuiltIn(by));
  if (listed.length === 0) return null;
  return (
    <Card title="Runners by region">
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {listed.map((one) => (
          <li
            key={one.region}
            className="flex min-w-0 items-baseline justify-between gap-3 border-b border-line py-1.5"
          >
            <span className="shrink-0">
              {one.name} <span className="ml-1 text-xs text-muted">{one.region}</span>
            </span>
            <Server by={one.by} trouble={one.trouble} />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-[13px] text-muted">
        {isWhole
          ? "The built-in runner checks all other regions from the server's location, and takes over after 45 s without a remote runner."
          : "Monitors in regions without a runner aren't being checked, because the built-in runner is off or not responding. Add a runner for the region or start the built-in runner."}
      </p>
    </Card>
  );
}

function isBuiltIn(by: ServedRegion["by"]): boolean {
  return by.length > 0 && by.every((runner) => runner.kind === "local");
}

function Server({ by, trouble }: Pick<ServedRegion, "by" | "trouble">) {
  if (by.length === 0) return <span className="text-[13px] text-down">no runner</span>;
  const isLocal = isBuiltIn(by);
  const names = isLocal ? "built-in" : by.map((runner) => runner.name).join(", ");
  return (
    <span className="flex min-w-0 items-baseline gap-2 text-[13px]">
      {trouble && <span className="shrink-0 text-warn">{trouble}</span>}
      <span title={names} className={cn("min-w-0 truncate", isLocal ? "text-muted" : "font-medium")}>
        {names}
      </span>
    </span>
  );
}
