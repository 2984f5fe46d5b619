import Link from "next/link";
import { Card } from "@/components/ui/card";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import type { Overview } from "@/lib/contract/reports/overview";
import { number } from "@/lib/presenters/core/format";
import {
  type Attention,
  alertingAttention,
  certificateAttention,
  monitorAttention,
} from "@/lib/presenters/reports/overview";
import { now } from "@/lib/shared/clock";

/**
 * Lists the problems that keep alerts from reaching people, and the monitors and certificates that need attention, and says how many more
 * there are. Leaves out the monitors of the open incidents that are shown above it.
 */
export function AttentionCard({
  overview: { attention, certificates, alerting, open_incidents },
}: {
  overview: Overview;
}) {
  const listed = new Set(open_incidents.data.flatMap(({ monitors }) => monitors));
  const others = attention.data.filter(({ id }) => !listed.has(id));
  const alerts = alertingAttention(alerting);
  const hiddenIntegrations = alerting ? alerting.integrations.total - alerting.integrations.data.length : 0;
  // Most of the monitors beyond the page are listed too in a mass outage.
  const listedBeyond = listed.size - (attention.data.length - others.length);
  const beyond = Math.max(0, attention.total - attention.data.length - listedBeyond);
  const total = others.length + beyond + certificates.total + alerts.length + hiddenIntegrations;
  const rows = [
    ...alerts,
    ...others.map(monitorAttention),
    ...certificates.data.map((each) => certificateAttention(each, now())),
  ];
  // The incidents above are about more monitors than come here.
  if (rows.length === 0) return null;
  return (
    <Card title={`Needs attention · ${number(total)}`} flush>
      <ul>
        {rows.map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </ul>
      {total > rows.length && (
        <p className="border-t border-line px-4 py-2.5 text-[13px] text-muted">
          {number(total - rows.length)} more aren't shown.{" "}
          <Link href="/monitors" className="text-ink underline">
            View monitors, failing first
          </Link>
        </p>
      )}
    </Card>
  );
}

function Row({ row: { href, name, state, why, since } }: { row: Attention }) {
  return (
    <li
      data-row
      className="relative flex items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-0 hover:bg-hover max-lg:flex-wrap"
    >
      <span className="lg:w-32 lg:shrink-0">
        <StateMark state={state} size="sm" />
      </span>
      <Link
        href={href}
        className="min-w-0 truncate rounded font-medium after:absolute after:inset-0 max-lg:flex-1 lg:max-w-[40%] lg:shrink-0"
      >
        {name}
      </Link>
      <span className="min-w-0 flex-1 truncate text-muted max-lg:order-last max-lg:basis-full max-lg:whitespace-normal">
        {why}
      </span>
      {since && (
        <span className="ml-auto shrink-0 text-[13px] text-muted tabular">
          <Time at={since} as="since" />
        </span>
      )}
    </li>
  );
}
