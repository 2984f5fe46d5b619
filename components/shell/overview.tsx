"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import Link from "next/link";
import { IncidentRows } from "@/components/incidents/incident-rows";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { StateMark } from "@/components/ui/state-mark";
import { OVERVIEW_READS } from "@/lib/client/overview-reads";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { STATE_LOOKS } from "@/lib/presenters/core/states";
import { attentionOf, countByState, expiringOf, headline } from "@/lib/presenters/reports/overview";
import { now } from "@/lib/shared/clock";

/** Shows open incidents, monitors that need attention, counts by state and recent incidents. */
export function Overview() {
  const { data: incidents } = useQuery(query(routes.listIncidents, OVERVIEW_READS.openIncidents));
  const { data: monitors } = useQuery(query(routes.listMonitors, OVERVIEW_READS.monitors));
  const { data: certificates } = useQuery(query(routes.listCertificates, OVERVIEW_READS.certificates));
  const { data: recent } = useQuery(query(routes.listIncidents, OVERVIEW_READS.recentIncidents));
  const all = monitors?.data ?? [];
  const open = incidents?.data ?? [];
  const attention = [...attentionOf(all), ...expiringOf(certificates?.data ?? [], all, now())];
  const counts = countByState(all);
  const more = monitors?.links.next !== null;
  return (
    <div className="space-y-4">
      <PageHeader
        title={headline(open.length, all)}
        note={more ? "Counts cover the 100 newest monitors." : undefined}
      >
        <ButtonLink href="/monitors/new" look="primary">
          <Plus /> New monitor
        </ButtonLink>
      </PageHeader>
      {open.length > 0 && (
        <Card title="Open incidents" flush>
          <IncidentRows incidents={open} empty="" />
        </Card>
      )}
      {attention.length > 0 && (
        <Card title="Needs attention" flush>
          <ul>
            {attention.map(({ key, monitorId, name, state, why }) => (
              <li
                key={key}
                data-row
                className="relative flex items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-0 hover:bg-hover max-sm:flex-wrap"
              >
                <StateMark state={state} size="sm" />
                <Link
                  href={`/monitors/${monitorId}`}
                  className="shrink-0 rounded font-medium after:absolute after:inset-0"
                >
                  {name}
                </Link>
                <span className="min-w-0 truncate text-muted max-sm:basis-full max-sm:whitespace-normal">
                  {why}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {counts.map(({ status, count }) => (
          <li key={status}>
            <Link
              href={`/monitors?status=${status}`}
              className="block rounded-xl border border-line bg-surface px-4 py-3 hover:bg-hover"
            >
              <span className="flex items-center gap-2 text-[13px] text-muted">
                <StateMark state={status} word={false} /> {STATE_LOOKS[status].word}
              </span>
              <span className="text-[26px] leading-tight font-semibold tracking-tight tabular">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Card
        title="Latest incidents"
        flush
        aside={
          <Link href="/incidents" className="rounded text-[13px] text-muted hover:text-ink">
            View all incidents
          </Link>
        }
      >
        <IncidentRows
          incidents={(recent?.data ?? []).filter((incident) => incident.status === "recovered")}
          empty={open.length > 0 ? "No past incidents yet" : "No incidents yet"}
        />
      </Card>
    </div>
  );
}
