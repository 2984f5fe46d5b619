import type { MonitorComponent, PageComponent } from "@/lib/contract/status-pages/components";
import {
  availabilityOf,
  combinedAvailability,
  existsFrom,
  observedSpans,
} from "@/lib/domain/checks/availability";
import { meanMs } from "@/lib/domain/checks/response-time";
import { silentAfterMs } from "@/lib/domain/checks/silence";
import { type Span, subtract } from "@/lib/domain/core/span";
import { dayBars, dayRange, type ImpactSpan } from "@/lib/domain/status-pages/day-bars";
import { isTrouble, knownState, type PageState, worstState } from "@/lib/domain/status-pages/page-state";
import { DAY_MS } from "@/lib/shared/durations";
import { pick } from "@/lib/shared/pick";
import type { PageRecurrenceRow } from "@/lib/store/status-pages/recurrences";
import type {
  PageImpact,
  PageIncidentRow,
  PageMonitorRow,
  PageWindowRow,
} from "@/lib/store/status-pages/rows";
import { groupModel } from "./group-model";
import {
  type ComponentModel,
  type MonitorModel,
  monitorsOf,
  type PageModel,
  type PageSettings,
  type PublicIncident,
  type PublicRecurrence,
  type PublicWindow,
} from "./model";
import { impactState, newest, publicIncidents } from "./public-incidents";

/** Without a newer check for this long, and for as long as makes a region silent, a monitor's state is stale. */
const STALE_MS = 15 * 60_000;

export interface PageInput {
  readonly settings: PageSettings;
  readonly components: readonly PageComponent[];
  /** Whether a stored component is missing because it can't be read. */
  readonly isIncomplete?: boolean;
  /** Positions of the groups of which a member is missing. */
  readonly incompleteGroups?: readonly number[];
  readonly monitors: readonly PageMonitorRow[];
  readonly incidents: readonly PageIncidentRow[];
  /** Whether there are older incidents than these. */
  readonly hasMore?: boolean;
  readonly windows: readonly PageWindowRow[];
  readonly recurrences: readonly PageRecurrenceRow[];
  readonly now: Date;
}

/** Builds the page from its rows. Pure: the same rows and time give the same page. */
export function buildModel(input: PageInput): PageModel {
  const rows = new Map(input.monitors.map((row) => [row.id, row]));
  const names = componentNames(input.components, rows);
  const visible = publicIncidents(input, names, rows);
  const slugs = publicSlugs(input.incidents, visible);
  const one = (component: MonitorComponent): MonitorModel[] => {
    const row = rows.get(component.componentable_id);
    return row ? [monitorModel(component, row, slugs, input)] : [];
  };
  const components = input.components.flatMap((component, at): ComponentModel[] => {
    if (component.componentable_type === "uptime/monitor") return one(component);
    const isIncomplete = input.incompleteGroups?.includes(at) === true;
    return [groupModel(component, component.components.flatMap(one), isIncomplete)];
  });
  const isIncomplete = input.isIncomplete === true;
  const monitors = monitorsOf(components);
  const checked = input.monitors.filter((row) => !row.paused && row.last_checked_at !== null);
  return {
    settings: input.settings,
    now: input.now,
    state: knownState(overallState(monitors, visible), isIncomplete),
    isIncomplete,
    checkedAt: newest(input.monitors.map((row) => row.last_checked_at)),
    stale: checked.length > 0 && checked.every((row) => isStale(row, input.now)),
    availability: isIncomplete ? null : combinedAvailability(monitors.map((monitor) => monitor.uptime)),
    components,
    affected: monitors.filter((monitor) => isTrouble(monitor.state)),
    unknown: monitors.filter((monitor) => monitor.unknown !== null),
    incidents: visible,
    listedSince: (input.hasMore && input.incidents.at(-1)?.incident_at) || null,
    windows: input.windows.map((row) => publicWindow(row, names)),
    recurrences: input.recurrences.map(publicRecurrence),
  };
}

/** Returns the name under which texts mention each of the page's monitors: with its group where two have the same name. */
function componentNames(
  components: readonly PageComponent[],
  rows: ReadonlyMap<number, PageMonitorRow>,
): Map<number, string> {
  const shown = components.flatMap((item) => {
    const isGroup = item.componentable_type === "uptime/group";
    return (isGroup ? item.components : [item]).flatMap(({ componentable_id: id, display_name: given }) => {
      const name = given ?? rows.get(id)?.name;
      return name === undefined || !rows.has(id) ? [] : [{ id, name, group: isGroup ? item.name : null }];
    });
  });
  const uses = new Map<string, number>();
  for (const { name } of shown) uses.set(name, (uses.get(name) ?? 0) + 1);
  return new Map(
    shown.map(({ id, name, group }) => [
      id,
      group && (uses.get(name) ?? 0) > 1 ? `${name} (${group})` : name,
    ]),
  );
}

/** Returns the slugs, by ID, of the incidents that visitors can see. */
function publicSlugs(
  rows: readonly PageIncidentRow[],
  visible: readonly PublicIncident[],
): ReadonlyMap<number, string> {
  const slugs = new Set(visible.map(({ slug }) => slug));
  return new Map(rows.flatMap(({ id, slug }) => (slugs.has(slug) ? [[id, slug] as const] : [])));
}

function publicRecurrence(row: PageRecurrenceRow): PublicRecurrence {
  return {
    ...pick(row, "id", "title", "description", "rule"),
    timeZone: row.time_zone,
    firstStart: row.first_start,
    durationMs: row.duration_seconds * 1000,
    endedBefore: row.ended_before,
    plannedUntil: row.planned_until,
    kept: row.kept,
    createdAt: row.created_at,
    changedAt: row.updated_at,
  };
}

/** Returns a window as the page shows it. */
export function publicWindow(row: PageWindowRow, names: ReadonlyMap<number, string>): PublicWindow {
  const affectedIds = row.monitors.filter((id) => names.has(id));
  return {
    ...pick(row, "id", "title", "description", "state"),
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    createdAt: row.created_at,
    changedAt: row.updated_at,
    affected: affectedIds.flatMap((id) => names.get(id) ?? []),
    affectedIds,
    recurrenceId: row.recurrence_id,
    recursAt: row.recurs_at,
  };
}

/** Returns the worst state of the components and of open incidents that affect none of them. */
function overallState(monitors: readonly MonitorModel[], incidents: readonly PublicIncident[]): PageState {
  const general = incidents.filter((incident) => incident.endedAt === null && incident.affected.length === 0);
  return worstState([...monitors, ...general].map((item) => item.state));
}

/** Returns why a monitor's state is unknown, unless a problem is known. */
function unknownBecause(row: PageMonitorRow, now: Date): MonitorModel["unknown"] {
  if (row.paused) return "paused";
  if (row.status === "fetching") return "no data";
  return isStale(row, now) ? "stale" : null;
}

function isStale({ last_checked_at: at, interval_seconds, timeout_ms }: PageMonitorRow, now: Date): boolean {
  if (at === null) return false;
  return now.getTime() - at.getTime() > Math.max(STALE_MS, silentAfterMs(interval_seconds, timeout_ms));
}

function monitorModel(
  component: MonitorComponent,
  row: PageMonitorRow,
  slugs: ReadonlyMap<number, string>,
  { now, settings, windows }: PageInput,
): MonitorModel {
  const nowMs = now.getTime();
  const range = dayRange(nowMs, settings.timeframe, settings.timeZone);
  const watched = {
    createdAt: row.created_at.getTime(),
    firstIncidentAt: row.first_incident_at?.getTime() ?? null,
    checked: row.judged,
    pauses: row.pauses,
  };
  const observed = observedSpans(watched, { from: range.edges[0] ?? nowMs, to: nowMs });
  const stateOf = (span: PageImpact) => impactState(span, span.failing ? row.all_failing : span.all_failed);
  const impacts = row.impacts.map((span): ImpactSpan => {
    const { from, to, up, excluded, incident } = span;
    return { from, to: to ?? nowMs, up, state: stateOf(span), slug: slugs.get(incident) ?? null, excluded };
  });
  const failing = row.impacts.filter((span) => span.failing);
  const unknown = unknownBecause(row, now);
  const running = windows.filter(
    (window) => window.state === "in_progress" && window.monitors.includes(row.id),
  );
  const troubles = [
    ...failing.map((span) => ({ state: stateOf(span), from: outageStart(span, row.impacts) })),
    ...running.map((window) => ({ state: "maintenance" as const, from: window.starts_at.getTime() })),
    // Slowness during maintenance is part of it.
    ...(row.degraded_since && !unknown && running.length === 0
      ? [{ state: "degraded_performance" as const, from: row.degraded_since.getTime() }]
      : []),
  ];
  const unwatched = unwatchedSpans(row, nowMs);
  const uptime = availabilityOf(observed, impacts);
  // Without a conclusive check nothing is known, unless an incident says so.
  const isKnown = uptime.downSeconds > 0 || isWatched(observed, unwatched.all);
  const state = worstState([unknown ? "empty" : "operational", ...troubles.map((trouble) => trouble.state)]);
  const starts = troubles.filter((trouble) => trouble.state === state).map(({ from }) => from);
  const since = isTrouble(state) ? new Date(Math.min(...starts)) : null;
  return {
    kind: "monitor",
    id: row.id,
    name: component.display_name ?? row.name,
    state,
    unknown: state === "empty" ? unknown : null,
    since,
    responseTimeMs: settings.showResponseTimes ? meanMs(row.recent_response_times) : null,
    medianMs: settings.showResponseTimes ? medianMs(row) : null,
    availability: isKnown ? uptime.percent : null,
    uptime: { observedSeconds: isKnown ? uptime.observedSeconds : 0, downSeconds: uptime.downSeconds },
    trackedSince: new Date(existsFrom(watched)),
    days: dayBars({
      range,
      observed,
      impacts: [...impacts, ...degradedSpans(row, windows, unwatched.all)],
      down: uptime.down,
      unwatched: unwatched.shown,
    }),
  };
}

/**
 * Returns when a monitor was degraded, up to its last check, which is never downtime. Slowness during maintenance is part of it, and
 * days without checks don't say.
 */
function degradedSpans(
  { id, degradations, degraded_since: since, last_checked_at: lastCheckedAt }: PageMonitorRow,
  windows: readonly PageWindowRow[],
  unwatched: readonly Span[],
): ImpactSpan[] {
  const current = since && lastCheckedAt ? [{ from: since.getTime(), to: lastCheckedAt.getTime() }] : [];
  const spans = [...degradations, ...current];
  if (spans.length === 0) return [];
  const planned = windows
    .filter(({ state, monitors }) => state !== "scheduled" && monitors.includes(id))
    .map(({ starts_at, ends_at }) => ({ from: starts_at.getTime(), to: ends_at.getTime() }));
  return spans
    .flatMap((span) => subtract(span, [...planned, ...unwatched]))
    .map((span) => ({ ...span, state: "degraded_performance", slug: null, excluded: true, up: [] }));
}

/** Returns when an outage began. An incident that was resolved during it ends exactly where the one that continues it begins. */
function outageStart({ from }: PageImpact, impacts: readonly PageImpact[]): number {
  const before = impacts.find(({ from: start, to }) => to === from && start < from);
  return before ? outageStart(before, impacts) : from;
}

/** Returns the median over the timeframe, or of the latest checks while no day is over yet. */
function medianMs({ median_us: overDays, recent_response_times: recent }: PageMonitorRow): number | null {
  if (overDays !== null) return Math.round(overDays / 1000);
  return [...recent].sort((a, b) => a - b)[Math.floor(recent.length / 2)] ?? null;
}

/**
 * Returns the days without conclusive checks. Today counts from its start, but is shown so only after an inconclusive check, because the
 * first one of the day may not be due yet.
 */
function unwatchedSpans(
  { unwatched_days: days, last_checked_at: lastCheckedAt }: PageMonitorRow,
  nowMs: number,
) {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const isCheckedToday = lastCheckedAt !== null && lastCheckedAt.getTime() >= today;
  const spansOf = (starts: readonly number[]) => starts.map((from) => ({ from, to: from + DAY_MS }));
  const all = isCheckedToday || days.includes(today) ? days : [...days, today];
  return { all: spansOf(all), shown: spansOf(isCheckedToday ? days : days.filter((day) => day < today)) };
}

/** Returns whether any of the observed time had conclusive checks. */
function isWatched(observed: readonly Span[], unwatched: readonly Span[]): boolean {
  return observed.some((span) => subtract(span, unwatched).length > 0);
}
