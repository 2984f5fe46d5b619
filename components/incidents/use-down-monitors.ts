"use client";
import { useQuery } from "@tanstack/react-query";
import { query } from "@/lib/client/query";
import { incidentReads, mayBeDown } from "@/lib/client/reads/incident-reads";
import { routes } from "@/lib/client/routes";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { counted, number } from "@/lib/presenters/core/format";

/** Returns how many monitors of an open automatic incident are down now; null while that isn't known. */
export function useDownMonitors(incident: Incident): number | null {
  const down = query(routes.listMonitors, incidentReads.down(incident.id));
  const enabled = mayBeDown(incident);
  const { data } = useQuery({ ...down, enabled });
  return enabled ? (data?.meta.total ?? null) : 0;
}

/** Returns what resolving an incident does while its monitors are offline: `51 monitors are still offline. A new incident …` */
export function resolveText(down: number | null): string {
  const offline =
    down === null
      ? "Its monitors may still be offline."
      : `${counted(down, "monitor")} ${down === 1 ? "is" : "are"} still offline.`;
  return `${offline} A new incident will continue this one, and status pages will still show the outage.`;
}

/** Returns `15 of 43 monitors offline` for an open automatic incident of several monitors; null for others. */
export function downShare(incident: Incident, down: number | null): string | null {
  const { length } = incident.monitors;
  if (!mayBeDown(incident) || length < 2 || down === null) return null;
  return `${number(down)} of ${counted(length, "monitor")} offline`;
}
