"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { IncidentRows } from "@/components/incidents/incident-rows";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { StateMark } from "@/components/ui/state-mark";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { counted, number } from "@/lib/presenters/core/format";
import { STATE_LOOKS } from "@/lib/presenters/core/states";
import { headline, monitorTotal, type StateCount, shownCounts } from "@/lib/presenters/reports/overview";
import { ActionButton } from "./action-button";
import { AttentionCard } from "./attention-card";
import { AwayNote } from "./away-note";
import { CREATE } from "./create-actions";
import { More } from "./more";

/** Shows open incidents, what needs attention, every monitor counted by state, and recent incidents. */
export function Overview() {
  const { data } = useQuery(query(routes.getOverview));
  if (!data) return <Skeleton lines={8} />;
  const { monitors, open_incidents: open } = data;
  return (
    <div className="space-y-4">
      <PageHeader title={headline(data)} note={counted(monitorTotal(monitors), "monitor")}>
        <ActionButton action={CREATE.monitor} look="primary" />
      </PageHeader>
      {open.total > 0 && (
        <Card
          title={`Open incidents · ${number(open.total)}`}
          flush
          aside={open.total > open.data.length && <More href="/incidents">View all open incidents</More>}
        >
          <IncidentRows incidents={open.data} empty="" />
        </Card>
      )}
      <AwayNote />
      <AttentionCard overview={data} />
      <Counts counts={shownCounts(monitors)} />
      <Card title="Latest incidents" flush aside={<More href="/incidents">View all incidents</More>}>
        <IncidentRows
          incidents={data.recent_incidents}
          empty={open.total > 0 ? "No past incidents yet" : "No incidents yet"}
        />
      </Card>
    </div>
  );
}

function Counts({ counts }: { counts: readonly StateCount[] }) {
  return (
    <ul aria-label="Monitors by state" className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
      {counts.map(({ state, count }) => (
        <li key={state}>
          <Link
            href={`/monitors?status=${state}`}
            className="block rounded-xl border border-line bg-surface px-4 py-3 hover:bg-hover"
          >
            <span className="flex items-center gap-2 text-[13px] text-muted">
              <StateMark state={state} word={false} /> {STATE_LOOKS[state].word}
            </span>
            <span className="text-[26px] leading-tight font-semibold tracking-tight tabular">
              {number(count)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
