import type { Deployment } from "@/lib/contract/checks/deployments";
import type { Incident } from "@/lib/contract/incidents/incidents";
import type { MaintenanceWindow } from "@/lib/contract/maintenance/windows";
import type { Zoom } from "./series-view";

/** Something that happened within a chart's range. A deployment ends where it starts. */
export interface ChartMark extends Zoom {
  kind: "incident" | "maintenance" | "deployment";
  key: string;
  title: string;
  /** Where it leads: a page of the dashboard, or the link of a deployment. */
  href: string | null;
}

/** Returns the marks of a range in order of time, cut at its edges. */
export function chartMarks(
  range: Zoom,
  {
    incidents,
    windows,
    deployments,
  }: {
    incidents: readonly Incident[];
    windows: readonly MaintenanceWindow[];
    deployments: readonly Deployment[];
  },
): ChartMark[] {
  const cut = (at: string | null) => Math.min(range.to, Math.max(range.from, at ? Date.parse(at) : range.to));
  return [
    ...incidents.map(({ id, title, slug, incident_at, recovery_at }) => ({
      kind: "incident" as const,
      key: `incident ${id}`,
      title: title ?? slug,
      href: `/incidents/${id}`,
      from: cut(incident_at),
      to: cut(recovery_at),
    })),
    ...windows
      .filter(({ state }) => state !== "cancelled")
      .map(({ id, title, starts_at, ends_at }) => ({
        kind: "maintenance" as const,
        key: `maintenance ${id}`,
        title,
        href: `/maintenance/${id}`,
        from: cut(starts_at),
        to: cut(ends_at),
      })),
    ...deployments.map(({ id, name, version, url, deployed_at }) => ({
      kind: "deployment" as const,
      key: `deployment ${id}`,
      title: version ? `${name} ${version}` : name,
      href: url,
      from: cut(deployed_at),
      to: cut(deployed_at),
    })),
  ].sort((a, b) => a.from - b.from);
}
