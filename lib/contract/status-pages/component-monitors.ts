import type { PageComponent } from "./components";

/** Returns the IDs of all monitors on a page in display order, including duplicates. */
export function monitorIds(components: readonly PageComponent[]): number[] {
  return components.flatMap((component) =>
    component.componentable_type === "uptime/group"
      ? component.components.map((child) => child.componentable_id)
      : [component.componentable_id],
  );
}
