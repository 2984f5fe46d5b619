import { monitorIds } from "@/lib/contract/status-pages/component-monitors";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import { counted } from "@/lib/presenters/core/format";

/** A status page with the IDs of the monitors that it shows. */
export interface ShownPage {
  readonly id: number;
  readonly name: string;
  readonly monitors: readonly number[];
}

interface ShownIncident {
  readonly type: "monitor" | "manual";
  readonly recovery_at: string | null;
  readonly monitors: readonly number[];
}

/** A list row names this many pages. */
const NAMED = 2;

/** Returns status pages with the monitors that each shows. */
export function shownPages(pages: readonly Pick<StatusPage, "id" | "name" | "components">[]): ShownPage[] {
  return pages.map(({ id, name, components }) => ({ id, name, monitors: monitorIds(components) }));
}

/** Returns the pages that show one of the monitors. */
export function pagesWith<Shown extends ShownPage>(
  pages: readonly Shown[],
  monitorIds: readonly number[],
): Shown[] {
  return pages.filter(({ monitors }) => monitors.some((id) => monitorIds.includes(id)));
}

/** Says in a list on which status pages an incident appears: "Shop and Internal"; null on none. */
export function pagesText(incident: ShownIncident, pages: readonly ShownPage[]): string | null {
  const shown = isEverywhere(incident) ? pages : pagesWith(pages, incident.monitors);
  if (shown.length === 0) return null;
  if (shown.length > NAMED) return counted(shown.length, "status page");
  return shown.map(({ name }) => name).join(" and ");
}

/** An incident without monitors affects everything. A past one may have lost its monitors, and then appears only on the pages that showed them. */
function isEverywhere({ type, recovery_at, monitors }: ShownIncident): boolean {
  return type === "manual" && recovery_at === null && monitors.length === 0;
}
