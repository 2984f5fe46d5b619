"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { useShownPages } from "@/components/forms/use-shown-pages";
import { More } from "@/components/shell/more";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { usePaged } from "@/components/ui/use-paged";
import { integrationReads } from "@/lib/client/integration-reads";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { ruleReads } from "@/lib/client/rule-reads";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { rulesOfMonitor } from "@/lib/presenters/alerting/rules-of-monitor";
import { pagesWith } from "@/lib/presenters/status-pages/shown-pages";

/** Shows who is notified of a monitor's incidents, and which status pages show it. */
export default function UsesCard({ monitor }: { monitor: Monitor }) {
  const rules = useQuery(queryAll(routes.listAlertRules, ruleReads)).data?.data;
  const integrations = useQuery(queryAll(routes.listAllIntegrations, integrationReads)).data?.data;
  const pages = useShownPages();
  const names = new Map(integrations?.map(({ id, name }) => [id, name]));
  const covering =
    integrations && rules && rulesOfMonitor({ id: monitor.id, tags: monitor.tags ?? [] }, rules, names);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Part
        title="Alert rules"
        href="/integrations"
        lines={covering?.map(({ id, text }) => ({ id, content: text }))}
        note={
          covering?.some(({ event }) => event === "uptime.incident.created")
            ? null
            : "No alert rule covers its incidents, so no alerts are sent when it goes down."
        }
      />
      <Part
        title="Status pages"
        href="/status-pages"
        lines={
          pages &&
          pagesWith(pages, [monitor.id]).map(({ id, name }) => ({
            id,
            content: <PageLink id={id} name={name} />,
          }))
        }
        note={
          pages && pagesWith(pages, [monitor.id]).length === 0 ? "No status page shows this monitor." : null
        }
      />
    </div>
  );
}

function PageLink({ id, name }: { id: number; name: string }) {
  return (
    <Link href={`/status-pages/${id}`} className="rounded font-medium hover:underline">
      {name}
    </Link>
  );
}

interface PartProps {
  readonly title: string;
  readonly href: string;
  /** Missing until loaded. */
  readonly lines: readonly { id: number; content: ReactNode }[] | null | undefined;
  /** Shown above the lines once they are loaded. */
  readonly note: string | null;
}

const ROW = "border-b border-line px-4 py-2.5 break-words last:border-0";

function Part({ title, href, lines, note }: PartProps) {
  const { shown, pager } = usePaged(lines ?? []);
  return (
    <Card title={title} aside={<More href={href}>View all</More>} flush>
      {!lines && <Skeleton lines={2} />}
      {lines && note && <p className={`${ROW} text-muted`}>{note}</p>}
      <ul>
        {shown.map(({ id, content }) => (
          <li key={id} className={ROW}>
            {content}
          </li>
        ))}
      </ul>
      {pager}
    </Card>
  );
}
