import { silentAfterMs } from "@/lib/domain/checks/silence";
import type { Visit } from "../world/visitor";
import { type Disturbance, type Evidence, overlap } from "./evidence";
import { type Requirement, requirements } from "./outages";
import { CLOCK_MS } from "./results";

/** A page follows its targets within this time in which nothing was disturbed. */
const PAGE_LATE_MS = 30_000;
/** After a fault, what waited for it is through within this time. */
const CATCH_UP_MS = 20_000;

interface Claims {
  readonly compared: number;
  readonly wrong: string[];
}

/** Compares what the public page says about each component with what its target did until then. */
export function comparePages(evidence: Evidence): Claims {
  const due = requirements(evidence).filter(({ kind }) => kind === "incident");
  const calm = new CalmTime(evidence.disturbances);
  const wrong: string[] = [];
  let compared = 0;
  for (const visit of evidence.visits.filter(({ page, status }) => page === "public" && status === 200)) {
    const said = [...visit.up, ...visit.down];
    const known = said.map((target) => ({ target, must: mustSay(target, visit, due, evidence, calm) }));
    compared += known.filter(({ must }) => must !== null).length;
    for (const { target, must } of known) {
      const says = visit.up.includes(target) ? "up" : "down";
      if (must !== null && must !== says)
        wrong.push(`${words(visit)} said that target ${target} was ${says}`);
    }
    if (visit.says === "up" && known.some(({ must }) => must === "down"))
      wrong.push(`${words(visit)} said that all systems were up`);
  }
  return { compared, wrong };
}

/** Returns what the page must say about a target; null if it may say either. */
function mustSay(
  target: number,
  { fromMs, toMs }: Visit,
  due: readonly Requirement[],
  { outages, monitors, incidents, slow }: Evidence,
  calm: CalmTime,
): "up" | "down" | null {
  const monitor = monitors[target];
  if (!monitor) return null;
  const isDown = due.some(
    ({ outage, confirmedMs }) =>
      outage.target === target &&
      (outage.toMs ?? Number.POSITIVE_INFINITY) > toMs + CLOCK_MS &&
      calm.between(confirmedMs, fromMs) > PAGE_LATE_MS,
  );
  if (isDown) return "down";
  // A page shows the incident of a flapping monitor until it has been up for ten minutes.
  if (incidents.some((each) => each.monitor === monitor.id && each.isFlapping && each.fromMs < toMs))
    return null;
  const recoveryMs = silentAfterMs(monitor.intervalMs / 1000, monitor.timeoutMs) + PAGE_LATE_MS;
  const isSeen = [...outages.filter((each) => each.target === target), ...slow].some(
    (span) => span.fromMs < toMs && calm.between(span.toMs ?? toMs, fromMs) < recoveryMs,
  );
  return isSeen ? null : "up";
}

/** The time in which nothing kept results from becoming incidents and pages. */
class CalmTime {
  private readonly busy: readonly { readonly fromMs: number; readonly toMs: number }[];

  constructor(disturbances: readonly Disturbance[]) {
    this.busy = disturbances
      .map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs + CATCH_UP_MS }))
      .sort((a, b) => a.fromMs - b.fromMs);
  }

  /** Returns the undisturbed milliseconds of a span. */
  between(fromMs: number, toMs: number): number {
    let calmMs = 0;
    let atMs = fromMs;
    for (const span of this.busy.filter((each) => overlap(each, { fromMs, toMs }))) {
      calmMs += Math.max(0, span.fromMs - atMs);
      atMs = Math.max(atMs, span.toMs);
    }
    return calmMs + Math.max(0, toMs - atMs);
  }
}

function words({ server, fromMs }: Visit): string {
  return `server ${server + 1} at ${new Date(fromMs).toISOString()}`;
}
