import type { EventFacts, IncidentFacts, MonitorFacts } from "@/lib/domain/event-facts";
import { isoSeconds } from "@/lib/shared/clock";

const NAMES_MAX = 5;

/** `2026-01-31 12:00:05 UTC`. */
export function momentText(date: Date): string {
  return `${isoSeconds(date).replace("T", " ").replace("Z", "")} UTC`;
}

/** `45 s`, `5 min`, `2 h 10 min`, `3 d 4 h`: two units at most, never rounded up. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const units: [number, string][] = [
    [86_400, "d"],
    [3600, "h"],
    [60, "min"],
    [1, "s"],
  ];
  const first = units.findIndex(([size]) => seconds >= size);
  if (first === -1) return "0 s";
  let left = seconds;
  const parts: string[] = [];
  for (const [size, unit] of units.slice(first, first + 2)) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return parts.join(" ");
}

/** `major_outage` → `Major outage`. */
export function words(value: string): string {
  const text = value.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Names of monitors, at most five and how many more. */
export function monitorNames(monitors: readonly MonitorFacts[]): string {
  const shown = monitors.slice(0, NAMES_MAX).map((monitor) => monitor.name);
  const more = monitors.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

/** Facts that stand on every message of an incident. */
export function incidentFacts(facts: EventFacts, incident: IncidentFacts) {
  const list: { label: string; value: string }[] = [];
  if (facts.affectedMonitors.length > 0) {
    const label = facts.affectedMonitors.length === 1 ? "Monitor" : "Monitors";
    list.push({ label, value: monitorNames(facts.affectedMonitors) });
  }
  list.push({ label: "Started", value: momentText(incident.incidentAt) });
  if (incident.recoveryAt) {
    list.push({ label: "Recovered", value: momentText(incident.recoveryAt) });
    const ms = incident.recoveryAt.getTime() - incident.incidentAt.getTime();
    list.push({ label: "Lasted", value: durationText(ms) });
  }
  if (incident.impact !== "unknown") list.push({ label: "Impact", value: words(incident.impact) });
  list.push({ label: "Project", value: facts.project.name });
  return list;
}
