import { type UnmatchedRules, unmatchedRules } from "@/lib/domain/alerting/alert-match";
import { shownByBrowsers } from "@/lib/domain/alerting/browser-events";
import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { judgeLateStart, type LateAdvice, type LateStart } from "@/lib/domain/alerting/late-start";
import { ANNOUNCED_EVENTS } from "@/lib/domain/status-pages/announced-events";
import { now } from "@/lib/shared/clock";
import {
  endDeliveries,
  type InsertedDelivery,
  insertDeliveries,
  type NewDelivery,
} from "@/lib/store/alerting/delivery-writes";
import { selectFacts } from "@/lib/store/alerting/event-facts";
import { insertRecoveriesForOwners } from "@/lib/store/alerting/failover";
import { markLateStarts, selectLateStarts } from "@/lib/store/alerting/late-start";
import { insertPushDeliveries } from "@/lib/store/alerting/push-deliveries";
import {
  lockFailingMonitors,
  type StartRecipient,
  selectStartRecipients,
} from "@/lib/store/alerting/start-recipients";
import { markFannedOut, postponeFanOut, storeUnmatchedRules } from "@/lib/store/alerting/unfanned-events";
import { hint } from "@/lib/store/core/hints";
import { allParts, type Projects, requireNodeOf } from "@/lib/store/core/sharding/projects";
import { type Tx, tx } from "@/lib/store/core/tx";
import { type AnnouncedEvent, announceLater } from "@/lib/store/status-pages/due-announcements";
import {
  CREATED,
  LATER_EVENTS,
  limitsOf,
  MEMBER_EVENTS,
  RECOVERED,
  rulesOfEvent,
  rulesReader,
} from "./rules-of-event";

/** An event that is ready, with everything needed to decide who is notified. */
interface ReadyEvent {
  readonly facts: EventFacts;
  readonly late: LateStart | null;
  readonly advice: LateAdvice | null;
}

/**
 * Creates one delivery per integration whose alert rules match the event, one per browser of the project's members, and a job that
 * notifies the subscribers of status pages. Safe to repeat: the events are marked in the same transaction, and each
 * integration and browser gets each event once. Late incidents wait until current checks confirm them, or are recorded in the
 * delivery log without being sent.
 */
export async function fanOut(...eventIds: number[]): Promise<void> {
  for (const projects of await allParts()) await fanOutIn(projects, eventIds);
}

/** Fans out those of the events that belong to the projects. Returns the IDs of the deliveries it made. */
export async function fanOutIn(projects: Projects, eventIds: readonly number[]): Promise<number[]> {
  requireNodeOf(projects);
  const ready = await readyOf(projects, eventIds);
  if (ready.length === 0) return [];
  const made = await tx(async (trx) => {
    const ids = ready.map(({ facts }) => facts.event.id);
    const marked = new Set(await markFannedOut(trx, projects, ids, now()));
    return store(
      trx,
      projects,
      ready.filter(({ facts }) => marked.has(facts.event.id)),
    );
  });
  const projectOf = new Map(ready.map(({ facts }) => [facts.event.id, facts.project.id]));
  for (const projectId of new Set(made.map((one) => projectOf.get(one.event_id))))
    hint("live", { project_id: projectId, topic: "deliveries" });
  return made.map(({ id }) => id);
}

async function readyOf(projects: Projects, eventIds: readonly number[]): Promise<ReadyEvent[]> {
  const [facts, lateStarts] = await Promise.all([
    selectFacts(projects, eventIds),
    selectLateStarts(projects, eventIds),
  ]);
  const ready: ReadyEvent[] = [];
  for (const id of eventIds) {
    const known = facts.get(id);
    if (!known) continue;
    const late = lateStarts.get(id) ?? null;
    const advice = late && judgeLateStart(late, now().getTime());
    if (advice?.kind === "wait") await postponeFanOut(known.project.id, id, advice.forMs);
    else ready.push({ facts: known, late, advice });
  }
  return ready;
}

/** Stores what the events cause. Returns the new deliveries. */
async function store(
  trx: Tx,
  projects: Projects,
  events: readonly ReadyEvent[],
): Promise<InsertedDelivery[]> {
  const starts = (isDropped: boolean) =>
    events
      .filter(({ late, advice }) => late?.isStart && (advice?.kind === "drop") === isDropped)
      .map(({ facts }) => facts.event.id);
  await markLateStarts(trx, projects, starts(true), "dropped");
  await markLateStarts(trx, projects, starts(false), "alerted");
  const sent = events.filter(({ advice }) => advice?.kind !== "drop");
  await notifyBrowsers(
    trx,
    sent.map(({ facts }) => facts),
  );
  await announceLater(trx, projects, announced(events));
  const made = await insertDeliveries(trx, projects, await newDeliveries(trx, projects, events), now());
  await endDropped(trx, projects, events, made);
  const endIds = sent.flatMap(({ facts: { event } }) => (event.key === RECOVERED ? [event.id] : []));
  await insertRecoveriesForOwners(trx, projects, endIds, now());
  return made;
}

/** Returns the events that status pages announce. Those of an incident that was detected too late aren't due. */
function announced(events: readonly ReadyEvent[]): AnnouncedEvent[] {
  return events.flatMap(({ facts: { event, project, isTestIncident }, advice }) =>
    ANNOUNCED_EVENTS.includes(event.key) && !isTestIncident
      ? [{ id: event.id, projectId: project.id, isDue: advice?.kind !== "drop" }]
      : [],
  );
}

async function newDeliveries(
  trx: Tx,
  projects: Projects,
  events: readonly ReadyEvent[],
): Promise<NewDelivery[]> {
  const rulesOf = rulesReader(trx);
  const incidentsOf = (keys: readonly string[]) =>
    events.flatMap(({ facts }) => (keys.includes(facts.event.key) ? (incidentOf(facts) ?? []) : []));
  const failing = await lockFailingMonitors(trx, projects, incidentsOf(MEMBER_EVENTS));
  const recipients = await selectStartRecipients(trx, projects, incidentsOf(LATER_EVENTS));
  const made: NewDelivery[] = [];
  const unmatched = new Map<number, UnmatchedRules>();
  for (const { facts } of events) {
    const { event, isTestIncident } = facts;
    const incidentId = incidentOf(facts);
    const own = recipients.get(incidentId ?? 0) ?? new Map<number, StartRecipient>();
    if (incidentId !== null) recipients.set(incidentId, own);
    const soFar = { recipients: own, failing: failing.get(incidentId ?? 0) ?? [] };
    const matching = await rulesOfEvent(facts, soFar, rulesOf);
    for (const { rule, closes } of matching)
      made.push({ eventId: event.id, ruleId: rule.id, incidentId, isTestIncident, closes });
    if (matching.length === 0 && event.key === CREATED)
      unmatched.set(event.id, unmatchedRules((await rulesOf(facts.project, CREATED)).map(limitsOf), facts));
  }
  await storeUnmatchedRules(trx, projects, unmatched);
  return made;
}

async function endDropped(
  trx: Tx,
  projects: Projects,
  events: readonly ReadyEvent[],
  made: readonly InsertedDelivery[],
): Promise<void> {
  const reasons = new Map(
    events.flatMap(({ facts, advice }) => (advice?.kind === "drop" ? [[facts.event.id, advice.reason]] : [])),
  );
  const dropped = made.flatMap((one) => {
    const reason = reasons.get(one.event_id);
    return reason === undefined
      ? []
      : [{ ...one, end: { status: "superseded", reason, now: now() } as const }];
  });
  await endDeliveries(trx, projects, dropped);
}

function notifyBrowsers(trx: Tx, events: readonly EventFacts[]): Promise<void> {
  const rows = shownByBrowsers(events).map((facts) => ({
    id: facts.event.id,
    projectId: facts.project.id,
    incidentId: incidentOf(facts),
  }));
  return insertPushDeliveries(trx, rows, now());
}

function incidentOf({ isTestIncident, incident }: EventFacts): number | null {
  return isTestIncident ? null : (incident?.id ?? null);
}
