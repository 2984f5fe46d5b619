import * as z from "zod";

/** Enumerations of incidents. The order is their rank, lowest first. */
export const IMPACTS = [
  "operational",
  "unknown",
  "maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
] as const;
export const INCIDENT_STATES = ["unknown", "investigating", "identified", "monitoring", "resolved"] as const;
export const INCIDENT_STATUSES = ["ongoing", "recovering", "recovered"] as const;
export const INCIDENT_TYPES = ["monitor", "manual"] as const;

export const Impact = z.enum(IMPACTS).meta({
  title: "Impact",
  description: "How users are affected.",
  examples: ["partial_outage"],
});
export type Impact = z.infer<typeof Impact>;

export const IncidentState = z.enum(INCIDENT_STATES).meta({
  title: "State",
  description:
    "Progress of the work on the incident: the highest state among its updates, or `unknown` without updates.",
  examples: ["investigating"],
});
export type IncidentState = z.infer<typeof IncidentState>;

export const IncidentStatus = z.enum(INCIDENT_STATUSES).meta({
  title: "Status",
  description: "Whether the incident is ongoing, recovering, or recovered.",
  examples: ["ongoing"],
});
export type IncidentStatus = z.infer<typeof IncidentStatus>;

export const IncidentType = z.enum(INCIDENT_TYPES).meta({
  title: "Type",
  description:
    "`monitor` for incidents opened by a failing monitor, `manual` for incidents created by a person or through the API.",
  examples: ["monitor"],
});
export type IncidentType = z.infer<typeof IncidentType>;
