"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { More } from "@/components/page/more";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import { query } from "@/lib/client/query";
import { overviewReads } from "@/lib/client/reads/overview-reads";
import { routes } from "@/lib/client/routes";
import { counted } from "@/lib/presenters/core/format";

/** Lists current and upcoming maintenance. */
export function NextCard() {
  const { data } = useQuery(query(routes.listMaintenanceWindows, overviewReads.maintenance));
  return (
    <Card title="Maintenance" flush aside={<More href="/maintenance">View all</More>}>
      {!data && <Skeleton lines={3} />}
      {data?.data.length === 0 && (
        <p className="px-4 py-4 text-muted">
          Nothing is planned. Schedule maintenance so that planned work doesn't cause alerts.
        </p>
      )}
      <ul>
        {data?.data.map((window) => (
          <li
            key={window.id}
            className="relative border-b border-line px-4 py-2.5 last:border-0 hover:bg-hover has-[a:focus-visible]:bg-hover"
          >
            <span className="flex items-center justify-between gap-3">
              <Link
                href={`/maintenance/${window.id}`}
                className="min-w-0 truncate rounded font-medium after:absolute after:inset-0"
              >
                {window.title}
              </Link>
              {window.state === "in_progress" && <StateMark state={window.state} size="sm" />}
            </span>
            <span className="block text-[13px] text-muted">
              {window.state === "in_progress" ? (
                <>
                  Ends <Time at={window.ends_at} />
                </>
              ) : (
                <Time at={window.starts_at} as="date" />
              )}{" "}
              · {counted(window.monitors.length, "monitor")}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
