import fc from "fast-check";
import type { CheckResult } from "@/lib/contract/checks/check";
import type { RegionQuarantine } from "@/lib/domain/checks/quarantine";
import { MINUTE_MS } from "@/lib/shared/durations";
import { check } from "../checks";

// A monitor's random life in virtual time: what its regions see, and when that reaches the server.
/** Pauses and quarantines begin and end when no check runs. */
const TURN_MS = -5000;
/** The time that a result needs if nothing delays it. */
const ARRIVAL_MS = 200;
const ALL_REGIONS: CheckResult["region"][] = ["eu-deu-fra", "na-usa-iad", "as-sgp-sin"];

const delay = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 1500 }));
const seldom = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

/** Minutes that are alike, with the delay of each result in seconds. */
const stretch = fc.record({
  outcome: fc.oneof(
    { weight: 5, arbitrary: fc.constant("down" as const) },
    { weight: 5, arbitrary: fc.constant("up" as const) },
    { weight: 1, arbitrary: fc.constant("inconclusive" as const) },
  ),
  /** Regions with this outcome. The others are up. */
  troubled: fc.subarray([0, 1, 2], { minLength: 1 }),
  isSlow: fc.boolean(),
  /** An unscheduled check by a second runner, this many seconds after the first region's. */
  extra: fc.option(fc.integer({ min: 2, max: 40 })),
  /** A region whose runner is off. */
  off: seldom(fc.nat(2)),
  pause: seldom(fc.constantFrom("paused" as const, "paused_by_window" as const)),
  quarantine: seldom(
    fc.record({ region: fc.nat(2), kind: fc.constantFrom("gated" as const, "quarantined" as const) }),
  ),
  /** The database has no space for results that no decision needs. */
  isDiskFull: fc.boolean(),
  minutes: fc.array(fc.array(delay, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
});
type Stretch = typeof stretch extends fc.Arbitrary<infer Drawn> ? Drawn : never;

export const history = fc.record({
  regions: fc.integer({ min: 1, max: 3 }).map((count) => ALL_REGIONS.slice(0, count)),
  incident: fc.integer({ min: 1, max: 3 }),
  recovery: fc.integer({ min: 1, max: 3 }),
  required: fc.integer({ min: 1, max: 3 }),
  stretches: fc.array(stretch, { minLength: 3, maxLength: 14 }),
  /** Results per batch. */
  batch: fc.integer({ min: 1, max: 9 }),
  /** After every few batches, the acknowledgment of the one before is lost, and it is sent again. */
  repeat: fc.integer({ min: 2, max: 5 }),
  /** Second of the minute at which the clock ticks. */
  tick: fc.integer({ min: 0, max: 59 }),
});
export type History = typeof history extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** A result, when its check started, and when it reaches the server. Epoch milliseconds. */
export interface Made {
  readonly result: CheckResult;
  readonly at: number;
  readonly arrivesAt: number;
}

/** The beginning or end of a pause or a quarantine. */
export type Turn =
  | {
      readonly at: number;
      readonly pause: NonNullable<Stretch["pause"]>;
      readonly isPaused: boolean;
      readonly version: number;
    }
  | { readonly at: number; readonly quarantine: RegionQuarantine };

export interface Life {
  readonly made: readonly Made[];
  readonly turns: readonly Turn[];
  readonly disk: readonly { readonly at: number; readonly isFull: boolean }[];
  readonly endsAt: number;
}

/** Returns the life of a monitor that begins at `startMs`. */
export function lifeOf({ stretches, regions }: History, startMs: number): Life {
  const turns: Turn[] = [];
  const disk: { at: number; isFull: boolean }[] = [];
  const made: Made[] = [];
  let at = startMs;
  let version = 1;
  for (const each of stretches) {
    const [from, to] = [at, at + each.minutes.length * MINUTE_MS].map((time) => time + TURN_MS) as [
      number,
      number,
    ];
    const { pause, quarantine, isDiskFull } = each;
    disk.push({ at: from, isFull: isDiskFull });
    if (pause) {
      turns.push({ at: from, pause, isPaused: true, version: version + 1 });
      turns.push({ at: to, pause, isPaused: false, version: version + 2 });
      version += 2;
    }
    if (quarantine) {
      const placed = {
        region: ALL_REGIONS[quarantine.region] ?? "",
        kind: quarantine.kind,
        since: from,
        reason: "alone",
      };
      turns.push(
        { at: from, quarantine: { ...placed, releasedAt: null } },
        { at: to, quarantine: { ...placed, releasedAt: to } },
      );
    }
    if (!pause)
      made.push(
        ...each.minutes.flatMap((delays, minute) =>
          minuteOf(each, regions, at + minute * MINUTE_MS, delays, version),
        ),
      );
    at = to - TURN_MS;
  }
  turns.sort((a, b) => a.at - b.at);
  return {
    made: made.map((each) => inTimeForQuarantines(each, turns)),
    turns,
    disk,
    endsAt: at + 30 * MINUTE_MS,
  };
}

function minuteOf(
  { outcome, troubled, isSlow, extra, off }: Stretch,
  regions: History["regions"],
  at: number,
  delays: readonly number[],
  config_version: number,
): Made[] {
  const make = (
    region: CheckResult["region"],
    startedAt: number,
    seen: CheckResult["outcome"],
    delayS = 0,
  ): Made => {
    const durationMs = isSlow && seen === "down" ? 9000 : 42;
    const result = check(0, startedAt, seen, { region, config_version });
    const timings = { ...result.timings, total: durationMs * 1000 };
    return {
      result: { ...result, timings },
      at: startedAt,
      arrivesAt: startedAt + durationMs + ARRIVAL_MS + delayS * 1000,
    };
  };
  const made = regions.flatMap((region, index) =>
    index === off
      ? []
      : make(region, at + index * 3000, troubled.includes(index) ? outcome : "up", delays[index]),
  );
  const [first] = regions;
  if (extra !== null && off !== 0 && first) made.push(make(first, at + extra * 1000, outcome, delays[3]));
  return made;
}

/** Removes a delay across the beginning or end of a quarantine, because results are judged by it when they arrive. */
function inTimeForQuarantines(made: Made, turns: readonly Turn[]): Made {
  const isCrossed = turns.some(
    (turn) => "quarantine" in turn && made.at < turn.at && turn.at <= made.arrivesAt,
  );
  return isCrossed ? { ...made, arrivesAt: made.at + 10_000 } : made;
}

/** Returns the batches in which the results reach the server. No batch spans a turn. */
export function batchesOf({ made, turns }: Life, { batch, repeat }: History): Made[][] {
  const batches: Made[][] = [];
  for (const each of [...made].sort((a, b) => a.arrivesAt - b.arrivesAt)) {
    const last = batches.at(-1);
    const since = last?.[0]?.arrivesAt ?? 0;
    const isSplit = turns.some(({ at }) => since < at && at <= each.arrivesAt);
    if (last && last.length < batch && !isSplit) last.push(each);
    else batches.push([each]);
  }
  return batches.map((each, index) =>
    index % repeat === 0 ? [...(batches[index - 1] ?? []), ...each] : each,
  );
}

/**
 * Returns each result in a batch of its own, in the order of the checks and without a delay. Omits those that arrive after a
 * pause began or ended, because they are stored but no longer count.
 */
export function inOrder({ made, turns }: Life): Made[][] {
  return made
    .filter(
      ({ at, arrivesAt }) => !turns.some((turn) => "pause" in turn && at < turn.at && turn.at <= arrivesAt),
    )
    .sort((a, b) => a.at - b.at)
    .map((each) => [{ ...each, arrivesAt: each.at + ARRIVAL_MS }]);
}
