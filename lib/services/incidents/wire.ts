import { INCIDENT_FIELDS, type Incident } from "@/lib/contract/incidents/incidents";
import type { IncidentUpdate } from "@/lib/contract/incidents/updates";
import { expectedUpdateAt } from "@/lib/domain/incidents/next-update";
import { isoSeconds } from "@/lib/shared/clock";
import { pick } from "@/lib/shared/pick";
import type { IncidentRow } from "@/lib/store/incidents/incidents";
import type { IncidentUpdateRow } from "@/lib/store/incidents/posts";

/** Returns a stored incident as the API shows it. */
export function toIncident(row: IncidentRow): Incident {
  const { latest_update: latest } = row;
  const promised = latest?.next_update_at ? new Date(latest.next_update_at) : null;
  const expected = expectedUpdateAt(row.status, latest && { state: latest.state, nextUpdateAt: promised });
  return {
    ...pick(row, "id", "project_id", "type", "slug"),
    ...INCIDENT_FIELDS.of(row),
    impact: row.impact as Incident["impact"],
    state: row.state as Incident["state"],
    status: row.status,
    incident_at: isoSeconds(row.incident_at),
    recovery_at: row.recovery_at && isoSeconds(row.recovery_at),
    acknowledged_at: row.acknowledged_at && isoSeconds(row.acknowledged_at),
    ...pick(row, "acknowledged_by", "assignee_id", "post_mortem"),
    post_mortem_published_at: row.post_mortem_published_at && isoSeconds(row.post_mortem_published_at),
    next_update_at: expected && isoSeconds(expected),
    monitors: row.monitors,
    tags: row.tags,
    created_at: isoSeconds(row.created_at),
    updated_at: isoSeconds(row.updated_at),
  };
}

export function toIncidentUpdate(row: IncidentUpdateRow): IncidentUpdate {
  return {
    ...pick(row, "id", "project_id", "incident_id"),
    state: row.state as IncidentUpdate["state"],
    content: row.content,
    published_at: isoSeconds(row.published_at),
    next_update_at: row.next_update_at && isoSeconds(row.next_update_at),
    creator: { id: row.creator_id, type: row.creator_type, label: row.creator_label },
    created_at: isoSeconds(row.created_at),
    updated_at: isoSeconds(row.updated_at),
  };
}
