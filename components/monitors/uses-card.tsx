import Link from "next/link";
import type { ReactNode } from "react";
import { More } from "@/components/page/more";
import { Card } from "@/components/ui/card";
import { PhoneFold } from "@/components/ui/overlays/phone-fold";
import type { AlertRule } from "@/lib/contract/alerting/alert-rules";
import type { Integration } from "@/lib/contract/alerting/integrations";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import { type NotifiedOf, notifiedOf } from "@/lib/presenters/alerting/rules-of-monitor";
import { number } from "@/lib/presenters/core/format";
import { pagesWith, shownPages } from "@/lib/presenters/status-pages/shown-pages";

/** A part shows this many lines. */
const SHOWN = 20;

/** Shows who is notified of a monitor's incidents, and which status pages show it. Rendered on the server only. */
export function UsesCard({
  monitor,
  rules,
  integrations,
  pages,
}: {
  monitor: Pick<Monitor, "id" | "tags">;
  rules: readonly AlertRule[];
  integrations: readonly Pick<Integration, "id" | "name">[];
  pages: readonly Pick<StatusPage, "id" | "name" | "components">[];
}) {
  const { notified, isCovered } = notifiedOf(
    { id: monitor.id, tags: monitor.tags ?? [] },
    rules,
    integrations,
  );
  const showing = pagesWith(shownPages(pages), [monitor.id]);
  return (
    <PhoneFold
      label="Alert rules and status pages"
      headClass="rounded-xl border border-line bg-surface px-4"
      className="grid items-start gap-4 max-sm:mt-4 lg:grid-cols-2"
    >
      <Part
        title="Alert rules"
        href="/integrations"
        lines={notified.map(({ names, events }, at) => ({
          id: at,
          content: <Notified names={names} events={events} />,
        }))}
        note={
          isCovered ? null : "No alert rule covers its incidents, so no alerts are sent when it goes down."
        }
      />
      <Part
        title="Status pages"
        href="/status-pages"
        lines={showing.map(({ id, name }) => ({ id, content: <PageLink id={id} name={name} /> }))}
        note={showing.length === 0 ? "No status page shows this monitor." : null}
      />
    </PhoneFold>
  );
}

function Notified({ names, events }: NotifiedOf) {
  return (
    <>
      <span className="font-medium">{names.join(", ")}</span>
      <span className="block text-[13px] text-muted">{events.join(", ")}</span>
    </>
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
  readonly lines: readonly { id: number; content: ReactNode }[];
  /** Text before the lines. */
  readonly note: string | null;
}

const ROW = "border-b border-line px-4 py-2.5 break-words last:border-0";

function Part({ title, href, lines, note }: PartProps) {
  return (
    <Card title={title} aside={<More href={href}>View all</More>} flush>
      {note && <p className={`${ROW} text-muted`}>{note}</p>}
      <ul>
        {lines.slice(0, SHOWN).map(({ id, content }) => (
          <li key={id} className={ROW}>
            {content}
          </li>
        ))}
        {lines.length > SHOWN && (
          <li className={`${ROW} text-muted`}>{`and ${number(lines.length - SHOWN)} more`}</li>
        )}
      </ul>
    </Card>
  );
}
