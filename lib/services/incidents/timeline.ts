import { addMailJob, type SystemMail } from "@/lib/alerting/system-mail";
import { found, invalidField, recordNotFound } from "@/lib/contract/core/errors";
import type { AssignIncident, IncidentTimeline } from "@/lib/contract/incidents/timeline";
import { whyUnnotified } from "@/lib/domain/alerting/unnotified";
import { assignedMessage } from "@/lib/notify/message/account-messages";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { isoSeconds, now } from "@/lib/shared/clock";
import { selectColleague } from "@/lib/store/accounts/users";
import { tx } from "@/lib/store/core/tx";
import { type IncidentRow, incidentExists, lockIncident } from "@/lib/store/incidents/incidents";
import {
  selectAffected,
  selectStartNotifications,
  selectTimeline,
  type TimelineRow,
} from "@/lib/store/incidents/timeline";
import { addTimeline, updateIncidentRow } from "@/lib/store/incidents/writes";
import { announceIncident } from "./incidents";

const MAX_ENTRIES = 500;
const MAX_REPEATED = 50;
const MAX_MONITORS = 100;

/** Returns everything that happened in an incident, in one order. */
export async function getIncidentTimeline(caller: Caller, incidentId: number): Promise<IncidentTimeline> {
  requirePermission(caller, "uptime:read");
  const projectId = projectOf(caller);
  if (!(await incidentExists(projectId, incidentId))) throw recordNotFound();
  const [{ rows, omitted }, affected, start] = await Promise.all([
    selectTimeline(projectId, incidentId, { limit: MAX_ENTRIES, each: MAX_REPEATED }),
    selectAffected(projectId, incidentId, MAX_MONITORS),
    selectStartNotifications(projectId, incidentId),
  ]);
  return {
    monitors: affected.map((row) => ({
      id: row.id,
      name: row.name,
      failing_since: orNull(row.failing_since),
      recovered_at: orNull(row.recovered_at),
      observed_up: row.observed_up.map(({ from, to }) => ({
        from: isoSeconds(new Date(from)),
        to: orNull(to === null ? null : new Date(to)),
      })),
    })),
    unnotified: whyUnnotified(start.isDecided, start.sent, start.unmatched),
    unmatched_rules: start.unmatched,
    entries: rows.map(toEntry),
    omitted: omitted.map(({ kind, integration, status, count, first_at }) => ({
      ...{ kind, integration, status, count },
      first_at: isoSeconds(first_at),
    })),
  };
}

function toEntry({ at, kind, text, detail }: TimelineRow): IncidentTimeline["entries"][number] {
  const { exchanges = [], ...rest } = detail ?? {};
  return {
    at: isoSeconds(at),
    kind,
    text,
    detail: detail && rest,
    exchanges: exchanges as IncidentTimeline["entries"][number]["exchanges"],
  };
}

/** Acknowledges an incident. Only the first acknowledgment counts. */
export async function acknowledgeIncident(caller: Caller, incidentId: number): Promise<void> {
  await changeAcknowledgment(caller, incidentId, ({ acknowledged_at }) => {
    if (acknowledged_at) return null;
    const reason = `${caller.label} acknowledged the incident.`;
    return { by: { id: caller.userId, name: caller.label }, kind: "acknowledged", reason };
  });
}

/** Assigns an incident to a person, who gets an email, or to the caller. The person who has it already keeps it. */
export async function assignIncident(
  caller: Caller,
  incidentId: number,
  input: AssignIncident,
): Promise<void> {
  requirePermission(caller, "uptime:write");
  const { label, organizationId } = caller;
  const userId = input.user_id ?? caller.userId;
  if (userId === null) throw invalidField("user_id", "user_id is required with an API key.");
  const person = await selectColleague(organizationId, projectOf(caller), userId);
  if (!person)
    throw invalidField("user_id", `The person with the ID ${userId} has no access to this project.`);
  const isSelf = person.id === caller.userId;
  await changeAcknowledgment(caller, incidentId, (stored) => {
    if (stored.assignee_id === person.id) return null;
    const from = stored.acknowledged_by === null ? "" : ` from ${stored.acknowledged_by}`;
    const reason = isSelf
      ? `${label} took the incident over${from}.`
      : `${label} assigned the incident to ${person.name}.`;
    const message = assignedMessage({ by: label, ...stored });
    const mail = isSelf
      ? undefined
      : { organizationId, to: [{ name: person.name, email: person.email }], message };
    return { by: person, kind: "assigned", reason, mail };
  });
}

/** Withdraws the acknowledgment of an incident, regardless of who made it. Without one, nothing changes. */
export async function unacknowledgeIncident(caller: Caller, incidentId: number): Promise<void> {
  await changeAcknowledgment(caller, incidentId, ({ acknowledged_by }) => {
    if (acknowledged_by === null) return null;
    const reason = `${caller.label} withdrew the acknowledgment of ${acknowledged_by}.`;
    return { by: null, kind: "unacknowledged", reason };
  });
}

type Acknowledged = Pick<
  IncidentRow,
  "id" | "slug" | "title" | "acknowledged_at" | "acknowledged_by" | "assignee_id"
>;

interface Acknowledgment {
  by: { id: number | null; name: string } | null;
  kind: string;
  reason: string;
  mail?: SystemMail | undefined;
}

async function changeAcknowledgment(
  caller: Caller,
  incidentId: number,
  decide: (stored: Acknowledged) => Acknowledgment | null,
): Promise<void> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  const at = now();
  await tx(async (trx) => {
    const stored = found(await lockIncident(trx, projectId, incidentId));
    const change = decide(stored);
    if (!change) return;
    await updateIncidentRow(trx, projectId, incidentId, {
      acknowledged_at: change.by && (stored.acknowledged_at ?? at),
      acknowledged_by: change.by?.name ?? null,
      assignee_id: change.by?.id ?? null,
    });
    const { kind, reason, mail } = change;
    await addTimeline(trx, { projectId, incidentId, kind, reason, occurredAt: at });
    if (mail) await addMailJob(trx, mail);
  });
  announceIncident(projectId, incidentId);
}

function orNull(date: Date | null): string | null {
  return date && isoSeconds(date);
}
