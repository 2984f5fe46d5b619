/** Places that selected monitors can be added to. */
export const PLACES = [
  { value: "page", label: "Status page", title: "a status page" },
  { value: "window", label: "Maintenance window", title: "a maintenance window" },
  { value: "rule", label: "Alert rule", title: "an alert rule" },
] as const;
export type Place = (typeof PLACES)[number]["value"];
