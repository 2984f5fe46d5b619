import { WatchHead } from "@/components/ui/watch-head";
import type { Strip } from "@/lib/contract/checks/series";
import { stripCells, stripWords } from "@/lib/presenters/monitors/strip-cells";
import { now } from "@/lib/shared/clock";

/** Shows a monitor's last 24 hours across the head of its page. */
export function DayLine({ strip }: { strip: Strip | undefined }) {
  const cells = stripCells(strip?.hours, now());
  return <WatchHead steps={cells} label={stripWords(cells)} from="24 hours ago" to="Now" />;
}
