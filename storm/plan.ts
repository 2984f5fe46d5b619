import { FAILURES, MOODS, type Mood, type PlannedOutage, PROVIDERS, TARGETS } from "./cast";
import { FAULTS, type FaultKind } from "./faults";

/** Every third target fails; a runner that sees many hosts fail at once blames its own network. */
const TROUBLED_EVERY = 3;
/** A runner's self-check fails when five hosts fail within a minute. Checks come every 30 s, so failures spread over 100 s. */
const NETWORK_FAILURES_MAX = 4;
const NETWORK_FAILURES_WINDOW_MS = 100_000;

const EVERYWHERE = [0, 1, 2];
/** Regions that see an outage. */
const VIEWS = [EVERYWHERE, EVERYWHERE, EVERYWHERE, EVERYWHERE, [0, 1], [2]];

export interface PlannedMood {
  readonly provider: number;
  readonly mood: Mood;
  readonly atMs: number;
}

export interface PlannedFault {
  readonly kind: FaultKind;
  /** Index of the server, runner, or region. */
  readonly subject: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Everything that happens in a storm. The same seed, length, and possible faults give the same plan. */
export interface Plan {
  readonly durationMs: number;
  readonly outages: readonly PlannedOutage[];
  readonly moods: readonly PlannedMood[];
  readonly faults: readonly PlannedFault[];
}

const GAP_MS = [1500, 9000] as const;
const MOOD_MS = [4000, 20_000] as const;
/** Outages begin early, so that short storms have long ones as well. */
const FIRST_MS = [1000, 15_000] as const;
const CALM_MS = [5000, 40_000] as const;
const SHORT_MS = [3000, 50_000] as const;
/** Most must be long enough to become incidents while faults delay their decisions. */
const LONG_MS = [100_000, 160_000] as const;
/** Some are too short to be noticed, and some times between them too short to be noticed as recoveries. */
const FLAP_MS = [15_000, 60_000] as const;
const FLAP_CALM_MS = [8000, 25_000] as const;
const FLAPPING_SHARE = 0.15;
const SHORT_SHARE = 0.15;

export function makePlan(
  seed: number,
  durationMs: number,
  kinds: readonly FaultKind[],
  seesRegions: boolean,
): Plan {
  const [faults, outages, moods] = [seed, seed + 0x10000, seed + 0x20000].map((each) => new Random(each)) as [
    Random,
    Random,
    Random,
  ];
  return {
    durationMs,
    outages: planOutages(outages, seed % TROUBLED_EVERY, durationMs, seesRegions),
    moods: planMoods(moods, durationMs),
    faults: planFaults(faults, durationMs, kinds),
  };
}

function planOutages(
  random: Random,
  first: number,
  durationMs: number,
  seesRegions: boolean,
): PlannedOutage[] {
  const planned: PlannedOutage[] = [];
  for (let target = first; target < TARGETS; target += TROUBLED_EVERY) {
    const flaps = random.chance(FLAPPING_SHARE);
    let atMs = random.between(...FIRST_MS);
    while (atMs < durationMs) {
      const [least, most] = flaps ? FLAP_MS : random.chance(SHORT_SHARE) ? SHORT_MS : LONG_MS;
      const lengthMs = random.between(least, most);
      const wanted = random.pick(FAILURES);
      const seenBy = seesRegions ? random.pick(VIEWS) : EVERYWHERE;
      const toMs = Math.min(durationMs, atMs + lengthMs);
      const failure = isCrowded(planned, atMs) ? "status" : wanted;
      planned.push({ target, failure, regions: seenBy, fromMs: atMs, toMs });
      const [calmLeast, calmMost] = flaps ? FLAP_CALM_MS : CALM_MS;
      atMs = toMs + random.between(calmLeast, calmMost);
    }
  }
  return planned.sort((a, b) => a.fromMs - b.fromMs);
}

/** Returns whether one more failure of the network's kind could look like the runner's own. */
function isCrowded(planned: readonly PlannedOutage[], atMs: number): boolean {
  const near = planned.filter(
    ({ failure, fromMs }) => failure !== "status" && Math.abs(fromMs - atMs) < NETWORK_FAILURES_WINDOW_MS,
  );
  return near.length >= NETWORK_FAILURES_MAX;
}

function planMoods(random: Random, durationMs: number): PlannedMood[] {
  const planned: PlannedMood[] = [];
  for (let atMs = 0; atMs < durationMs; atMs += random.between(...MOOD_MS))
    planned.push({ provider: PROVIDERS - 1, mood: random.pick(MOODS), atMs });
  return [...planned, { provider: PROVIDERS - 1, mood: "accept", atMs: durationMs }];
}

function planFaults(random: Random, durationMs: number, kinds: readonly FaultKind[]): PlannedFault[] {
  const planned: PlannedFault[] = [];
  for (let atMs = random.between(...GAP_MS); atMs < durationMs; atMs += random.between(...GAP_MS)) {
    const kind = random.pick(kinds);
    const { subjects, holdMs, lane } = FAULTS[kind];
    const subject = Math.floor(random.next() * subjects);
    const [least, most] = holdMs;
    const longest = Math.max(least, Math.min(most, durationMs * HOLD_SHARE));
    const toMs = Math.min(durationMs, atMs + random.between(least, longest));
    const isBusy = planned.some(
      (other) =>
        FAULTS[other.kind].lane(other.subject).some((name) => lane(subject).includes(name)) &&
        other.toMs + RECOVERY_MS > atMs,
    );
    if (!isBusy) planned.push({ kind, subject, fromMs: atMs, toMs });
  }
  return planned;
}

/** No fault lasts longer than this part of the storm. */
const HOLD_SHARE = 1 / 4;
/** What was hit has this long to come back before it's hit again. */
const RECOVERY_MS = 15_000;

/** Random numbers from a seed (mulberry32): the same seed gives the same disturbances. */
class Random {
  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(values: readonly T[]): T {
    const value = values[Math.floor(this.next() * values.length)];
    if (value === undefined) throw new Error("There is nothing to pick from.");
    return value;
  }
}
