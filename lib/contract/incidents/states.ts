import * as z from "zod";

/** Closed sets of incidents, lowest first: the order is their rank. */
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
  description: "What users notice.",
  examples: ["partial_outage"],
});
export type Impact = z.infer<typeof Impact>;

export const IncidentState = z.enum(INCIDENT_STATES).meta({
  title: "State",
  description: "How far the people working on it are: the highest among its updates, unknown without any.",
  examples: ["investigating"],
});
export type IncidentState = z.infer<typeof IncidentState>;

export const IncidentStatus = z.enum(INCIDENT_STATUSES).meta({
  title: "Status",
  description: "Whether it lasts: ongoing, recovering or recovered.",
  examples: ["ongoing"],
});
export type IncidentStatus = z.infer<typeof IncidentStatus>;

export const IncidentType = z.enum(INCIDENT_TYPES).meta({
  title: "Type",
  description: "monitor: opened by a failing monitor. manual: written by a person.",
  examples: ["monitor"],
});
export type IncidentType = z.infer<typeof IncidentType>;
