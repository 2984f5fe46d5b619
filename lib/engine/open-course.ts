import type { OpenCourse } from "@/lib/domain/incidents/course";
import type { OpenIncidentRow } from "@/lib/store/incidents/open-incidents";

/** Maps the row of a monitor's open incident to the state machine's state. */
export function courseOf(row: OpenIncidentRow): OpenCourse {
  const { status, held_since: at, held_until: until } = row;
  return {
    status,
    incidentAt: row.incident_at.getTime(),
    shared: row.open_monitors > 1,
    held: at && until ? { at: at.getTime(), until: until.getTime() } : null,
    up: row.observed_up,
  };
}
