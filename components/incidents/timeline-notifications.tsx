import { Fold } from "@/components/ui/overlays/fold";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import { eventTitle } from "@/lib/contract/alerting/event-words";
import { number } from "@/lib/presenters/core/format";
import type { StateWord } from "@/lib/presenters/core/states";
import type { DeliveryGroup } from "@/lib/presenters/incidents/timeline-groups";

/** Lists the notifications of one moment, a row for each integration and status. A row opens to its notifications. */
export function NotificationRows({ groups }: { groups: readonly DeliveryGroup[] }) {
  return (
    <ul className="mt-1.5 divide-y divide-line rounded-lg border border-line bg-surface">
      {groups.map((group) => (
        <li key={group.key}>
          <Row group={group} />
        </li>
      ))}
    </ul>
  );
}

function Row({ group: { lines, omitted } }: { group: DeliveryGroup }) {
  const [newest] = lines;
  if (!newest) return null;
  const count = lines.length + omitted;
  return (
    <Fold
      headClass="gap-x-2 px-3 py-2 text-[13px] max-sm:flex-wrap"
      head={
        <>
          <span className="shrink-0 font-medium">{newest.text}</span>
          {count > 1 && <span className="text-muted tabular">× {number(count)}</span>}
          <span className="min-w-0 flex-1 truncate text-muted max-sm:order-last max-sm:basis-full max-sm:pl-6 max-sm:whitespace-normal">
            {newest.reason}
          </span>
          <span className="ml-auto">
            <StateMark state={newest.status as StateWord} size="sm" />
          </span>
        </>
      }
    >
      <ul className="space-y-1 border-t border-line px-3 py-2 pl-9 text-[13px] text-muted">
        {lines.map((line) => (
          <li key={line.key} className="flex flex-wrap justify-between gap-x-4">
            <span className="text-ink">{eventTitle(line.event)}</span>
            <Time at={line.at} as="date" />
            {line.reason !== newest.reason && <span className="basis-full">{line.reason}</span>}
          </li>
        ))}
        {omitted > 0 && <li>{number(omitted)} earlier notifications aren't shown.</li>}
      </ul>
    </Fold>
  );
}
