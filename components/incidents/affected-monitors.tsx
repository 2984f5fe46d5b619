"use client";
import { useQueries } from "@tanstack/react-query";
import Link from "next/link";
import { Card } from "@/components/ui/card";
import { StateMark } from "@/components/ui/state-mark";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { REGION_NAMES } from "@/lib/views/region-names";

const SHOWN = 20;

/** The monitors it touches and what each region sees of them now. */
export function AffectedMonitors({ ids }: { ids: readonly number[] }) {
  const monitors = useQueries({
    queries: ids.slice(0, SHOWN).map((monitorId) => query(routes.getMonitor, { params: { monitorId } })),
    combine: (results) => results.flatMap((result) => result.data ?? []),
  });
  return (
    <Card title="Affected monitors" flush>
      {ids.length === 0 && <p className="p-4 text-muted">None.</p>}
      <ul>
        {monitors.map((monitor) => (
          <li key={monitor.id} className="border-b border-line px-4 py-3 last:border-0">
            <div className="flex items-center justify-between gap-3">
              <Link href={`/monitors/${monitor.id}`} className="truncate rounded font-medium hover:underline">
                {monitor.name}
              </Link>
              <StateMark state={monitor.status} size="sm" />
            </div>
            <ul className="mt-1.5 space-y-1 text-[13px]">
              {monitor.observed_regions.map((seen) => (
                <li key={seen.region}>
                  <StateMark state={seen.status} word={false} /> {REGION_NAMES[seen.region]}
                  {seen.last_error && <span className="text-muted">: {seen.last_error.message}</span>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {ids.length > SHOWN && <p className="px-4 py-2 text-muted">and {ids.length - SHOWN} more</p>}
    </Card>
  );
}
