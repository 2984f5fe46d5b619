import { FAN_OUT_MAX_MINUTES } from "@/lib/domain/alerting/delivery-schedule";
import { RATE_LIMITED_TOO_LONG_MS } from "@/lib/domain/alerting/failover";
import { MUTED_BY_WINDOW } from "@/lib/domain/alerting/policy";

// Conditions on a delivery `d`, its integration `i`, and its alert rule `r`, for the queries that read and claim
// deliveries. `own` is `any ($n::bigint[])` with the statement's projects, which each table names.

/**
 * It joins the digest that its integration has open, so earlier ones that do, too, don't block it. A recovery waits, because a digest says
 * which of its incidents recovered.
 */
const JOINS_DIGEST = (own: string) => `(${MAY_JOIN}
  and exists (select 1 from deliveries l where ${OF_SAME_RECIPIENT("l", own)} and l.is_digest and l.status = 'pending' and l.attempts = 0)
  and not exists (select 1 from events r where r.project_id = d.project_id and r.project_id = ${own} and r.id = d.event_id and ${IS_RECOVERY}))`;

const MAY_JOIN =
  "d.attempts = 0 and not d.is_resend and not d.is_test and not d.is_test_incident and not d.is_digest and not d.closes";

const OF_SAME_RECIPIENT = (delivery: string, own: string) =>
  `${delivery}.project_id = d.project_id and ${delivery}.project_id = ${own} and ${delivery}.integration_id = d.integration_id`;

const IS_RECOVERY = "r.key = 'uptime.incident.recovered'";

/** It is pending by itself and reached no one, so it blocks what comes after it in its incident. */
export const BLOCKS = (delivery: string) =>
  `${delivery}.status = 'pending' and ${delivery}.digest_id is null and not ${delivery}.is_digest and ${delivery}.done_steps = '{}'`;

/** An earlier delivery that is pending on its own. A subquery per delivery, because a join would read the whole backlog. */
const earlierOne = (own: string, which = "") =>
  `((select b.id from deliveries b where ${OF_SAME_RECIPIENT("b", own)} and b.incident_id = d.incident_id
    and b.event_id < d.event_id and ${BLOCKS("b")}${which} order by b.event_id limit 1) is not null)`;

/** An earlier recovery that is pending by itself. */
const earlierRecovery = (own: string) =>
  `exists (select 1 from events r join deliveries b on ${OF_SAME_RECIPIENT("b", own)} and b.event_id = r.id and ${BLOCKS("b")}
    where r.project_id = d.project_id and r.project_id = ${own} and r.incident_id = d.incident_id and r.id < d.event_id and ${IS_RECOVERY})`;

const JOINS_NO_DIGEST =
  " and (b.attempts > 0 or b.leased_until > now() or b.is_resend or b.is_test_incident or b.closes)";

/** A digest with earlier news of the incident is being sent or failed, or this delivery doesn't join the one that is open. */
const earlierDigest = (own: string) =>
  `exists (select 1 from deliveries l where ${OF_SAME_RECIPIENT("l", own)} and l.is_digest and l.status = 'pending' and l.done_steps = '{}' and l.id <> d.id
    and (l.attempts > 0 or not ${JOINS_DIGEST(own)}) and (l.incident_id = d.incident_id and l.event_id < d.event_id
      or exists (select 1 from deliveries m where ${OF_SAME_RECIPIENT("m", own)} and m.digest_id = l.id and m.incident_id = d.incident_id and m.event_id < d.event_id)))`;

/**
 * An earlier delivery of the incident to the same integration is pending, by itself or in a digest. Those that reached someone don't block
 * people's news.
 */
export const IS_BLOCKED = (own: string) => `(${earlierOne(own)}
  and (not ${JOINS_DIGEST(own)} or ${earlierOne(own, JOINS_NO_DIGEST)} or ${earlierRecovery(own)})
  or ${earlierDigest(own)})`;

/**
 * An earlier event of the incident, or its recovery, isn't fanned out yet. Two searches, each by an index that has the incident's rows:
 * in a mass outage, thousands of events wait. The age is computed, because a search by it would read them all.
 */
export const AWAITS_EVENT = (own: string) =>
  `(${awaitedEvent(own, "w.fanned_out_at is null and w.id < d.event_id")} or ${awaitedEvent(own, UNFANNED_RECOVERY)})`;

/** Written so that the index of all events that wait doesn't match. */
const UNFANNED_RECOVERY = `w.key = 'uptime.incident.recovered' and coalesce(w.fanned_out_at, 'infinity') = 'infinity'`;

const awaitedEvent = (own: string, which: string) =>
  `((select w.id from events w where w.project_id = d.project_id and w.project_id = ${own} and w.incident_id = d.incident_id and d.event_id is not null
  and ${which} and w.created_at + interval '${FAN_OUT_MAX_MINUTES} minutes' > now() order by w.id limit 1) is not null)`;

/** The events by which an incident's failures are first reported. */
export const STARTS = "('uptime.incident.created', 'uptime.incident.propagated')";

/** A start of its incident was, or may have been, sent to the same recipient. */
export const START_IS_SENT = (
  table: "deliveries" | "push_deliveries",
  recipient: "integration_id" | "subscription_id",
  own: string,
) => `((select s.id from ${table} s join events se on se.project_id = s.project_id and se.project_id = ${own} and se.id = s.event_id
  where s.project_id = d.project_id and s.project_id = ${own} and s.incident_id = d.incident_id and s.${recipient} = d.${recipient} and se.key in ${STARTS}
    and (s.status in ('delivered', 'not_sent', 'failed') or s.attempts > 0) order by s.event_id limit 1) is not null)`;

/** It ends the incident for an integration that got the start, or gets this in its place, because the end covers both. */
const ENDS_START = (
  own: string,
) => `(exists (select 1 from events de where de.project_id = d.project_id and de.project_id = ${own} and de.id = d.event_id
    and (de.key = 'uptime.incident.recovered' or d.closes))
  and (${START_IS_SENT("deliveries", "integration_id", own)} or exists (
    select 1 from deliveries k join events ke on ke.project_id = k.project_id and ke.project_id = ${own} and ke.id = k.event_id
    where k.project_id = d.project_id and k.project_id = ${own} and k.integration_id = d.integration_id and k.incident_id = d.incident_id and k.status = 'superseded'
      and ke.key in ${STARTS})))`;

/** It starts an incident that a monitor got when it was separated from another one, in whose place it is sent. */
const IS_SEPARATED = (own: string) =>
  `exists (select 1 from events x where x.project_id = d.project_id and x.project_id = ${own} and x.id = d.event_id and x.entities ? 'separated_from')`;

/**
 * Another event within the alert rule's limit counts `by` this condition. The end of what was sent isn't limited. A rule of the
 * organization covers several projects: those of `own` count.
 */
const limitedBy = (by: string) => (own: string) =>
  `(r.rate_limit_minutes > 0 and not d.is_test_incident and d.event_id is not null and exists (
  select 1 from deliveries s where s.project_id = ${own} and s.alert_rule_id = d.alert_rule_id and s.id <> d.id and not s.is_test_incident and (${by})
    and s.occurred_at > d.occurred_at - make_interval(mins => r.rate_limit_minutes)
    and s.occurred_at < d.occurred_at + make_interval(mins => r.rate_limit_minutes)) and not ${ENDS_START(own)} and not ${IS_SEPARATED(own)})`;

const IS_SENT = "s.status = 'delivered'";
/** It may still be skipped or fail, and then doesn't use up the limit. */
const GOES_FIRST = "s.status = 'pending' and (s.attempts > 0 or s.event_id < d.event_id)";

/** The alert rule's limit is used up by another event. */
export const SENT_WITHIN_LIMIT = limitedBy(IS_SENT);

/** Another event will use up the alert rule's limit if it is sent. */
export const AWAITS_LIMIT = limitedBy(GOES_FIRST);

/** The alert rule's limit leaves no room for now. */
export const LIMIT_IS_TAKEN = limitedBy(`${IS_SENT} or ${GOES_FIRST}`);

/** It ends the incident, or ends it only for its integration. */
export const IS_END = "(e.key = 'uptime.incident.recovered' or d.closes)";

/** It reports a recovery, and maintenance windows muted every start for the same recipient. */
export const START_IS_MUTED = (
  table: "deliveries" | "push_deliveries",
  recipient: "integration_id" | "subscription_id",
  own: string,
) => `(${table === "deliveries" ? IS_END : "e.key = 'uptime.incident.recovered'"} and coalesce((
  select bool_and(s.status = 'muted' and s.reason = '${MUTED_BY_WINDOW}') from ${table} s join events se on se.project_id = s.project_id and se.project_id = ${own} and se.id = s.event_id
  where s.project_id = d.project_id and s.project_id = ${own} and s.incident_id = d.incident_id and s.${recipient} = d.${recipient} and se.key in ${STARTS}), false))`;

/** No worker is sending it, by the database's clock. */
export const IS_FREE = "(d.leased_until is null or d.leased_until <= statement_timestamp())";

/** A waiting alert whose integration is rate-limited `until` too long after its creation, by the database's clock. */
export const RATE_LIMITED_TOO_LONG = (
  until: string,
) => `d.status = 'pending' and d.failed_over is null and not d.is_test and not d.is_test_incident and not d.is_resend
  and ${IS_FREE} and ${until} > clock_timestamp()
  and ${until} > d.created_at + interval '${RATE_LIMITED_TOO_LONG_MS} milliseconds'`;
