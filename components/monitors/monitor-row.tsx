import Link from "next/link";
import { useProtocols } from "@/components/shell/protocols";
import { PlainInput } from "@/components/ui/input";
import { StateMark } from "@/components/ui/state-mark";
import { Strip } from "@/components/ui/strip";
import { Time } from "@/components/ui/time";
import type { Strip as StripData } from "@/lib/contract/checks/series";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { shownState } from "@/lib/presenters/checks/silence-words";
import { ms, percent, wholeMs } from "@/lib/presenters/core/format";
import { protocolLabel, targetOf } from "@/lib/presenters/monitors/protocols";
import { stripCells, stripWords } from "@/lib/presenters/monitors/strip-cells";
import { now } from "@/lib/shared/clock";

/** Shows one monitor of the list: a table row, two lines on a phone. */
export function MonitorRow({
  monitor,
  strip,
  selected,
  selecting,
  onToggle,
}: {
  monitor: Monitor;
  strip: StripData | undefined;
  selected: boolean;
  selecting: boolean;
  onToggle: () => void;
}) {
  const protocols = useProtocols();
  return (
    <tr data-row>
      <td className={selecting ? "" : "max-md:hidden"}>
        <PlainInput
          type="checkbox"
          aria-label={`Select ${monitor.name}`}
          checked={selected}
          onChange={onToggle}
          className="size-4 align-middle accent-accent max-md:size-5"
        />
      </td>
      <td className="w-px max-md:order-2 max-md:w-auto">
        <StateMark state={shownState(monitor)} size="sm" />
      </td>
      <td className="max-w-72 max-lg:max-w-44 max-md:order-1 max-md:max-w-none max-md:min-w-0 max-md:flex-1">
        <Link href={`/monitors/${monitor.id}`} className="block truncate rounded font-medium hover:underline">
          {monitor.name}
        </Link>
        <span className="block truncate text-[13px] text-muted">
          {protocolLabel(protocols, monitor.protocol)} · {targetOf(protocols, monitor)}
        </span>
      </td>
      <td aria-hidden="true" className="hidden h-0 basis-full max-md:order-3 max-md:block" />
      <td className="w-px max-md:order-4 max-md:mt-2 max-md:w-auto">
        {strip ? (
          <Strip cells={stripCells(strip.hours, now())} label={stripWords(strip)} />
        ) : (
          <span className="block h-5 w-[119px]" />
        )}
      </td>
      <td className="text-right whitespace-nowrap tabular max-lg:hidden">
        {wholeMs(monitor.response_time)}
        <span className="block text-[13px] text-muted">p95 {ms(strip?.p95 ?? null)} (24 h)</span>
      </td>
      <td className="text-right tabular max-md:order-5 max-md:mt-2 max-md:ml-auto">
        {percent(monitor.seven_days_availability)}
        <span className="text-[13px] text-muted md:hidden"> (7 d)</span>
      </td>
      <td className="text-right text-[13px] whitespace-nowrap text-muted max-lg:hidden">
        {monitor.last_checked_at ? <Time at={monitor.last_checked_at} /> : "–"}
      </td>
    </tr>
  );
}
