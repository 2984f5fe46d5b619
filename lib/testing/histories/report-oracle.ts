import { IMPACTS } from "@/lib/contract/incidents/states";
import { DAY_MS, HOUR_MS } from "@/lib/shared/durations";
import type { World, WorldIncident, WorldMonitor, WorldSpan } from "./report-world";

// What a report must say, computed the slow and obvious way: the range is split at every time that occurs, and each
// piece is evaluated by itself. Shares no code with the product.

interface Piece {
  readonly from: number;
  readonly to: number;
}

interface Affected extends WorldIncident {
  readonly index: number;
  /** When the monitor joined, whether or not that decides its part. */
  readonly joined: number;
  readonly start: number;
  readonly finish: number;
  readonly up: readonly WorldSpan[];
}

const second = (at: number) => Math.floor(at / 1000) * 1000;
const contains = ({ from, to }: WorldSpan, at: number) => at >= from && (to === null || at < to);
const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
const percent = (part: number, whole: number) =>
  whole > 0 ? Math.floor((part * 1_000_000) / whole) / 10_000 : null;
const highest = (incidents: readonly WorldIncident[]) =>
  IMPACTS[Math.max(0, ...incidents.map(({ impact }) => IMPACTS.indexOf(impact)))];

function pieces(edges: readonly number[], { from, to }: Piece): Piece[] {
  const inside = edges.filter((at) => at > from && at < to);
  const sorted = [...new Set([from, ...inside, to])].sort((a, b) => a - b);
  return sorted.slice(1).map((at, index) => ({ from: sorted[index] ?? at, to: at }));
}

/** Returns a monitor's part of each of its incidents that weren't withdrawn. */
function incidentsOf(world: World, index: number): Affected[] {
  return world.incidents.flatMap((incident, at) => {
    const own = incident.monitors.find((each) => each.index === index);
    if (!own || incident.withdrawn) return [];
    const isShared = !incident.isManual && incident.monitors.length > 1;
    const joined = Math.max(incident.from, own.failing ?? incident.from);
    const ends = [incident.to, isShared ? own.recovered : null].filter((end) => end !== null);
    return {
      ...incident,
      index: at,
      joined,
      start: isShared ? joined : incident.from,
      finish: Math.min(...ends, ends.length > 0 ? Infinity : world.to),
      up: own.up,
    };
  });
}

const touches = ({ from, to }: WorldSpan, world: World) =>
  from < world.to && (to === null || to >= world.from);

function isJudged({ status }: WorldMonitor, incidents: readonly Affected[]): boolean {
  return status !== "fetching" || incidents.some(({ excluded }) => !excluded);
}

/** Returns the pieces of whole seconds in which a monitor was observed, and those in which it was down. */
function downtime(world: World, monitor: WorldMonitor, incidents: readonly Affected[]) {
  const born = Math.min(monitor.createdAt, ...incidents.map(({ joined }) => joined));
  const begins = second(monitor.createdAt > world.from ? born : monitor.createdAt);
  const cut = ({ from, to }: WorldSpan) => ({ from: second(from), to: to === null ? null : second(to) });
  const pauses = monitor.pauses.map(cut);
  const counted = incidents
    .filter((incident) => !incident.excluded && touches(incident, world))
    .map(({ start, finish, up }) => ({ ...cut({ from: start, to: finish }), up: up.map(cut) }));
  const spans = [...pauses, ...counted, ...counted.flatMap(({ up }) => up)];
  const edges = [begins, ...spans.flatMap(({ from, to }) => (to === null ? [from] : [from, to]))];
  for (let day = Math.floor(world.from / DAY_MS); day * DAY_MS < world.to; day += 1) edges.push(day * DAY_MS);
  const observed = pieces(edges, { from: second(world.from), to: second(world.to) }).filter(
    ({ from }) =>
      isJudged(monitor, incidents) && from >= begins && !pauses.some((pause) => contains(pause, from)),
  );
  const down = observed.filter(({ from }) =>
    counted.some((outage) => contains(outage, from) && !outage.up.some((up) => contains(up, from))),
  );
  return { observed, down };
}

const secondsOf = (parts: readonly Piece[]) => sum(parts.map(({ from, to }) => to - from)) / 1000;
const rangeSeconds = ({ from, to }: World) => Math.round((to - from) / 1000);
const repair = ({ from, to }: { from: number; to: number }) => (second(to) - second(from)) / 1000;

/** Returns the seconds of the range in which a monitor was watched and its hours, or days, have checks. */
function coveredSeconds(world: World, monitor: WorldMonitor, isKnown: boolean): number {
  const recent = Math.max(world.from, world.to - 2 * HOUR_MS);
  const step = world.isLong ? DAY_MS : HOUR_MS;
  const checked = [
    ...monitor.rollups.filter(({ up }) => up > 0).map(({ at }) => ({ from: at, to: at + step })),
    ...monitor.results
      .filter((at) => at >= recent && at < world.to)
      .map((at) => ({ from: at - (at % HOUR_MS), to: at - (at % HOUR_MS) + HOUR_MS })),
  ];
  const edges = [
    monitor.createdAt,
    ...[...checked, ...monitor.pauses].flatMap(({ from, to }) => [from, to ?? from]),
  ];
  const covered = pieces(edges, world).filter(
    ({ from }) =>
      isKnown &&
      from >= monitor.createdAt &&
      checked.some((each) => contains(each, from)) &&
      !monitor.pauses.some((pause) => contains(pause, from)),
  );
  return secondsOf(covered);
}

/** Returns the mean of a percentile in milliseconds, weighted by checks. */
function responseTime(world: World, { rollups }: WorldMonitor): number | null {
  const within = rollups.filter(({ at }) => at >= world.from && at < world.to);
  const weight = sum(within.map(({ up }) => up));
  const total = sum(within.map(({ up, p95Us }) => up * (p95Us ?? 0)));
  return weight === 0 || within.every(({ p95Us }) => p95Us === null)
    ? null
    : Math.round(total / weight / 100) / 10;
}

function partOf(world: World, monitor: WorldMonitor, index: number) {
  const all = incidentsOf(world, index);
  const { observed, down } = downtime(world, monitor, all);
  const incidents = all.filter((incident) => touches(incident, world));
  const recovered = incidents.filter(({ to }) => to !== null);
  const repairs = recovered.map(({ start, finish }) => repair({ from: start, to: finish }));
  const downS = secondsOf(down);
  const coveredS = coveredSeconds(world, monitor, isJudged(monitor, all));
  const observedS = downS > 0 || coveredS > 0 ? secondsOf(observed) : 0;
  const share = percent(observedS - downS, observedS);
  const report = {
    incident_count: incidents.length,
    downtime: downS,
    availability: share,
    mttr: repairs.length > 0 ? Math.round(sum(repairs) / repairs.length) : null,
    mtbf: incidents.length > 0 ? Math.floor((rangeSeconds(world) - downS) / incidents.length) : null,
    highest_incident_impact: highest(incidents),
    coverage: percent(Math.floor(coveredS), (world.to - world.from) / 1000),
    p95: responseTime(world, monitor),
    /** Newest first. */
    incidents: incidents.map((incident) => incident.index).reverse(),
  };
  return { observedS, down, share, report };
}

/** Returns the availability that lists show. */
export function expectedShare(world: World, place: number): number | null {
  const monitor = world.monitors[place];
  return monitor ? partOf(world, monitor, place).share : null;
}

/** Above every percentage, so that monitors without one come last. */
const NO_SHARE = 101;

/** Returns the report of the monitors at these places: the lowest availability first, in this order among equal ones. */
export function expectedReport(world: World, places: readonly number[]) {
  const parts = places.flatMap((place) => {
    const monitor = world.monitors[place];
    return monitor ? partOf(world, monitor, place) : [];
  });
  const isWanted = (incident: WorldIncident) =>
    !incident.withdrawn && incident.monitors.some(({ index }) => places.includes(index));
  const touching = world.incidents.filter((incident) => isWanted(incident) && touches(incident, world));
  const repairs = touching.flatMap(({ from, to }) =>
    to !== null && to > world.from ? repair({ from, to }) : [],
  );
  const down = parts.flatMap((part) => part.down);
  const [observedS, downS] = [sum(parts.map((part) => part.observedS)), secondsOf(down)];
  const shares = parts.flatMap(({ share }) => (share === null ? [] : [share]));
  const firstDay = Math.floor(world.from / DAY_MS);
  const days = Math.max(0, Math.ceil(world.to / DAY_MS) - firstDay);
  return {
    downtime: downS,
    availability: percent(observedS - downS, observedS),
    min_availability: shares.length > 0 ? Math.min(...shares) : null,
    max_availability: shares.length > 0 ? Math.max(...shares) : null,
    mttr: repairs.length > 0 ? Math.round(sum(repairs) / repairs.length) : null,
    mtbf:
      touching.length > 0 ? Math.floor((rangeSeconds(world) * parts.length - downS) / touching.length) : null,
    highest_incident_impact: highest(touching),
    monitor_count: parts.length,
    days: Array.from({ length: days }, (_, at) =>
      secondsOf(down.filter(({ from }) => Math.floor(from / DAY_MS) === firstDay + at)),
    ),
    monitors: parts.sort((a, b) => (a.share ?? NO_SHARE) - (b.share ?? NO_SHARE)).map(({ report }) => report),
  };
}
