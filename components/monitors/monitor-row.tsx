import Link from "next/link";
import { useProtocols } from "@/components/page/protocols";
import { PlainInput } from "@/components/ui/input";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import { WatchLine, WatchLineRoom } from "@/components/ui/watch-line";
import type { Strip as StripData } from "@/lib/contract/checks/series";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { ms, percent, roughDuration, wholeMs } from "@/lib/presenters/core/format";
import { isYounger } from "@/lib/presenters/monitors/age";
import { monitorLook } from "@/lib/presenters/monitors/monitor-look";
import { protocolLabel, targetOf } from "@/lib/presenters/monitors/protocols";
import { stripCells, stripWords } from "@/lib/presenters/monitors/strip-cells";
import { now } from "@/lib/shared/clock";

/** The range of the availability. */
const SHOWN_DAYS = 7;

/** Shows one monitor of the list: a table row, two lines on a phone. `MonitorTable` says how its cells look. */
export function MonitorRow({
  monitor,
  strip,
  selected,
  onToggle,
}: {
  monitor: Monitor;
  strip: StripData | undefined;
  selected: boolean;
  onToggle: () => void;
}) {
  const protocols = useProtocols();
  const cells = stripCells(strip?.hours, now());
  return (
    <tr data-row>
      <td>
        <PlainInput
          type="checkbox"
          aria-label={`Select ${monitor.name}`}
          checked={selected}
          onChange={onToggle}
        />
      </td>
      <td>
        <StateMark state={monitorLook(monitor)} size="sm" />
      </td>
      <td>
        <Link href={`/monitors/${monitor.id}`} className="block truncate rounded font-medium hover:underline">
          {monitor.name}
        </Link>
        <span className="block truncate text-[13px] text-muted">
          {[protocolLabel(protocols, monitor.protocol), targetOf(protocols, monitor)]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </td>
      <td>{strip ? <WatchLine steps={cells} label={stripWords(cells)} /> : <WatchLineRoom />}</td>
      <td>{wholeMs(monitor.response_time)}</td>
      <td>{ms(strip?.p95 ?? null)}</td>
      <td>
        {percent(monitor.seven_days_availability)}
        {isYounger(monitor, SHOWN_DAYS, now()) && (
          <small suppressHydrationWarning>
            {` over ${roughDuration((now().getTime() - Date.parse(monitor.created_at)) / 1000)}`}
          </small>
        )}
      </td>
      <td>{monitor.last_checked_at ? <Time at={monitor.last_checked_at} /> : "–"}</td>
    </tr>
  );
}
