import { invalidField, recordNotFound } from "@/lib/contract/core/errors";
import type { AvailabilityCell, AvailabilityQuery } from "@/lib/contract/reports/availability";
import { availabilityCells, cellSpans } from "@/lib/domain/reports/availability-cells";
import { watchedOf } from "@/lib/engine/report";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { isoSeconds, now } from "@/lib/shared/clock";
import { coveredSpans } from "@/lib/store/reports/coverage";
import { reportFacts } from "@/lib/store/reports/facts";

const DEFAULT_MS = 30 * 86_400_000;
const MAX_CELLS = 750;
/** A range of this many days has too many cells in any case, so it's rejected before they're counted. */
const MAX_SPAN_MS = 751 * 86_400_000;

/** Returns one monitor's availability by hour or calendar day. */
export async function getMonitorAvailability(
  caller: Caller,
  monitorId: number,
  { to = now(), from = new Date(to.getTime() - DEFAULT_MS), step, time_zone: zone }: AvailabilityQuery,
): Promise<{ cells: AvailabilityCell[] }> {
  requirePermission(caller, "uptime:read");
  const projectId = projectOf(caller);
  const nowMs = now().getTime();
  const range = { from: from.getTime(), to: Math.min(to.getTime(), nowMs) };
  if (from > to) {
    throw invalidField(
      "from",
      `The range must start before it ends; got ${isoSeconds(from)} to ${isoSeconds(to)}.`,
    );
  }
  const cells = range.to - range.from > MAX_SPAN_MS ? null : cellSpans(range, step, zone);
  if (cells === null || cells.length > MAX_CELLS) {
    throw invalidField(
      "from",
      `The range may have at most ${MAX_CELLS} cells; start it later than ${isoSeconds(from)}.`,
    );
  }
  const whole = { from: cells[0]?.from ?? range.from, to: nowMs };
  const dates = { from: new Date(whole.from), to: new Date(whole.to) };
  const [[row], covered] = await Promise.all([
    reportFacts(projectId, [monitorId], dates),
    coveredSpans(projectId, monitorId, dates),
  ]);
  if (!row) throw recordNotFound();
  const facts = { watched: watchedOf(row), outages: row.incidents, covered };
  return {
    cells: availabilityCells(cells, facts, nowMs).map((cell) => ({
      ...cell,
      at: isoSeconds(new Date(cell.at)),
    })),
  };
}
