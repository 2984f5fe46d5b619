/** A failure that began within this time takes part in a mass failure. */
export const BEGAN_MS = 60_000;
/** The latest results. They reveal a problem before a full interval has passed. */
export const LATEST_MS = 20_000;

/** A region's monitors are divided by ID into this many parts of about the same size. */
export const REGION_PARTS = 1024;
/** With this many monitors, the shares that decide are off by at most about a percent. */
const COMPARED_MAX = 20_000;

/** Returns how many of a region's parts to compare, the first of which has `monitors`. */
export function comparedParts(monitors: number): number {
  if (monitors * REGION_PARTS <= COMPARED_MAX) return REGION_PARTS;
  return Math.max(1, Math.round(COMPARED_MAX / monitors));
}

/**
 * Returns the machine that checks from each region that may contradict `region`. Regions without a remote runner are checked by
 * the built-in runner, so they see the same network and count as one. Quarantined regions contradict no one.
 */
export function otherMachines(
  region: string,
  regions: readonly string[],
  alive: readonly { readonly kind: "local" | "remote"; readonly region: string | null }[],
  quarantined: readonly string[],
): Map<string, string> {
  const isBuiltIn = alive.some(({ kind }) => kind === "local");
  const machineOf = (each: string) =>
    isBuiltIn && !alive.some((runner) => runner.region === each) ? "built-in" : each;
  const others = regions.filter(
    (each) => machineOf(each) !== machineOf(region) && !quarantined.includes(each),
  );
  return new Map(others.map((each) => [each, machineOf(each)]));
}

/** Monitors about which a region and the others say the same. Only active ones that the region checks. */
export interface MonitorGroup {
  readonly monitors: number;
  /** Null unless they fail here. */
  readonly project: number | null;
  /** The longest streak of consecutive failures here; 0 if they don't fail. */
  readonly failures: number;
  /** When the failures began: within `LATEST_MS`, within `BEGAN_MS`, or earlier. */
  readonly began: "latest" | "recent" | "earlier";
  /** Whether the region checked them within `LATEST_MS`. */
  readonly isLatest: boolean;
  /**
   * Machines of other regions that check them too, and of those, the ones that did since the failures began, and had seen them up
   * by the last failure. What succeeds later doesn't contradict an outage that is over.
   */
  readonly machines: readonly string[];
  readonly machinesSince: readonly string[];
  /** Whether any other region sees them fail. */
  readonly failsElsewhere: boolean;
}

/** How one region's results compare to those of other regions on the monitors they share. */
export interface SharedMonitors {
  /** Shared monitors that can be compared: either other regions checked them during this region's failure, or they don't fail here. */
  readonly shared: number;
  /** Of those, monitors that fail here while every other region that checked them then reports them up. */
  readonly alone: number;
  /** Number of projects that the `alone` monitors belong to. */
  readonly projects: number;
}

/** Monitors that started failing in a region. */
export interface Flips {
  /** Monitors that were not failing there before. */
  readonly looked: number;
  readonly flipped: number;
  readonly projects: number;
}

/** Monitors that started failing in a region and fail nowhere else, compared with those that fail elsewhere too. */
export interface LoneFlips extends Flips {
  /** Of the `flipped` ones, those that other regions checked since, and saw up. */
  readonly contradicted: number;
  /** Monitors that started failing here and fail in another region too. */
  readonly confirmed: Flips;
}

/** One region's results compared with those of the others. */
export interface RegionComparison {
  readonly region: string;
  /** Whether only some of the region's monitors were compared. */
  readonly isSample: boolean;
  /** Across all shared monitors. */
  readonly whole: SharedMonitors;
  /** Across the monitors checked within `LATEST_MS`. */
  readonly recent: SharedMonitors;
  /** Longest streak of consecutive failures that only this region reports. */
  readonly streak: number;
  /** Machines of other regions, not quarantined themselves, that contradict this one. */
  readonly contradicting: number;
  /** Failures that began within `BEGAN_MS`, among all monitors checked from this region. */
  readonly flips: LoneFlips;
  /** Failures that began within `LATEST_MS`. The first ones are confirmed in less than `BEGAN_MS`. */
  readonly latest: LoneFlips;
  /** Machines of other regions that report on at least one of its monitors. */
  readonly others: number;
}

/**
 * Compares a region with the others. Another region contradicts a failure only if it saw the monitor up while the failure lasted
 * and no other region fails either.
 */
export function compareRegion(
  region: string,
  groups: readonly MonitorGroup[],
  isSample: boolean,
): RegionComparison {
  const alone = groups.filter(isAlone);
  const flipped = groups.filter(({ failures, began }) => failures > 0 && began !== "earlier");
  const latest = groups.filter(
    ({ isLatest, failures, began }) => isLatest && (failures === 0 || began === "latest"),
  );
  return {
    region,
    isSample,
    whole: sharedMonitors(groups),
    recent: sharedMonitors(groups.filter(({ isLatest }) => isLatest)),
    streak: Math.max(0, ...alone.map(({ failures }) => failures)),
    contradicting: new Set(alone.flatMap(({ machinesSince }) => machinesSince)).size,
    flips: flipsOf(groups, flipped),
    latest: flipsOf(
      latest,
      flipped.filter(({ began }) => began === "latest"),
    ),
    others: new Set(groups.flatMap(({ machines }) => machines)).size,
  };
}

function isAlone({ failures, machinesSince, failsElsewhere }: MonitorGroup): boolean {
  return failures > 0 && machinesSince.length > 0 && !failsElsewhere;
}

function isShared({ failures, machines, machinesSince, failsElsewhere }: MonitorGroup): boolean {
  return machines.length > 0 && (failures === 0 || machinesSince.length > 0 || failsElsewhere);
}

function sharedMonitors(groups: readonly MonitorGroup[]): SharedMonitors {
  const alone = groups.filter(isAlone);
  return { shared: sum(groups.filter(isShared)), alone: sum(alone), projects: projectsOf(alone) };
}

function flipsOf(looked: readonly MonitorGroup[], flipped: readonly MonitorGroup[]): LoneFlips {
  const of = (those: readonly MonitorGroup[]): Flips => ({
    looked: sum(looked),
    flipped: sum(those),
    projects: projectsOf(those),
  });
  return {
    ...of(flipped.filter(({ failsElsewhere }) => !failsElsewhere)),
    contradicted: sum(flipped.filter(isAlone)),
    confirmed: of(flipped.filter(({ failsElsewhere }) => failsElsewhere)),
  };
}

function sum(groups: readonly MonitorGroup[]): number {
  return groups.reduce((total, { monitors }) => total + monitors, 0);
}

function projectsOf(groups: readonly MonitorGroup[]): number {
  return new Set(groups.map(({ project }) => project)).size;
}
