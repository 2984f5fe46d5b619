import { dayNumber } from "@/lib/domain/core/zone";
import { isTrouble } from "@/lib/domain/status-pages/page-state";
import { DAY_MS } from "@/lib/shared/durations";
import { monitorsOf, type PageModel, type PublicIncident } from "./model";

export const RECENT_DAYS = 14;

/** Statement about a day without incidents. */
export type Silence = "no incidents" | "no data" | "not monitored" | "not listed";

/** One day, or several successive days with the same content. Days are calendar days in the page's zone, as UTC midnights. */
export interface DayEntry {
  readonly from: Date;
  readonly to: Date;
  /** Incidents that began on this day and that the page shows nowhere else, ongoing ones first. */
  readonly began: readonly PublicIncident[];
  /** Other incidents of this day: those at the top of the page, and those that began earlier. */
  readonly named: readonly PublicIncident[];
  /** Null on a day with incidents. */
  readonly silence: Silence | null;
}

/** Returns whether the top of the page shows the incident with its latest update. */
export function isOnTop(incident: PublicIncident): boolean {
  return isOngoing(incident) && incident.updates.length > 0;
}

function isOngoing({ endedAt }: PublicIncident): boolean {
  return endedAt === null;
}

/** An incident with the first and the last day that it touches. */
interface Placed {
  readonly incident: PublicIncident;
  readonly first: number;
  readonly last: number;
}

/** Returns the last 14 days, newest first. Consecutive days that say the same are one entry. */
export function recentDays(model: PageModel): DayEntry[] {
  const dayOf = (at: number) => dayNumber(at, model.settings.timeZone);
  const today = dayOf(model.now.getTime());
  const placed = model.incidents
    .map((incident) => ({
      incident,
      first: dayOf(incident.startedAt.getTime()),
      last: dayOf(lastMoment(incident, model.now)),
    }))
    .filter(({ last }) => last > today - RECENT_DAYS);
  const monitors = monitorsOf(model.components);
  const listed = model.listedSince ? dayOf(model.listedSince.getTime()) : 0;
  const tracked = Math.min(...monitors.map(({ trackedSince }) => dayOf(trackedSince.getTime())));
  const entries: DayEntry[] = [];
  for (let back = 0; back < RECENT_DAYS; back += 1) {
    const day = today - back;
    const entry = dayEntry(day, placed, () =>
      day < listed ? "not listed" : silenceOf(model, back, day >= tracked),
    );
    const last = entries.at(-1);
    if (last && saysTheSame(last, entry)) entries[entries.length - 1] = { ...last, from: entry.from };
    else entries.push(entry);
  }
  return entries;
}

/** Returns the last moment of an incident. One that ended at midnight doesn't belong to the day that began then. */
function lastMoment({ startedAt, endedAt }: PublicIncident, now: Date): number {
  return endedAt ? Math.max(startedAt.getTime(), endedAt.getTime() - 1) : now.getTime();
}

function dayEntry(day: number, placed: readonly Placed[], silence: () => Silence | null): DayEntry {
  const touching = placed.filter(({ first, last }) => first <= day && day <= last);
  const isShownHere = ({ incident, first }: Placed) => first === day && !isOnTop(incident);
  const began = touching.filter(isShownHere).map(({ incident }) => incident);
  const at = new Date(day * DAY_MS);
  return {
    from: at,
    to: at,
    began: [...began.filter(isOngoing), ...began.filter((incident) => !isOngoing(incident))],
    named: touching.filter((one) => !isShownHere(one)).map(({ incident }) => incident),
    silence: touching.length > 0 ? null : silence(),
  };
}

/** A day had no incidents only if a component was watched on it, and every component can be read and was in no trouble. */
function silenceOf(
  { components, isIncomplete }: PageModel,
  back: number,
  isTracked: boolean,
): Silence | null {
  const states = monitorsOf(components).map(({ days }) => days.at(-1 - back)?.state ?? "empty");
  if (states.some(isTrouble)) return null;
  if (!isIncomplete && states.includes("operational")) return "no incidents";
  return isTracked ? "no data" : "not monitored";
}

function saysTheSame(a: DayEntry, b: DayEntry): boolean {
  return (
    a.began.length === 0 &&
    b.began.length === 0 &&
    a.silence === b.silence &&
    a.named.length === b.named.length &&
    a.named.every((incident, at) => incident === b.named[at])
  );
}
