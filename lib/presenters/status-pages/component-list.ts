import type { PageComponent } from "@/lib/contract/status-pages/components";

/** A page's components, or those of one group. */
export type ComponentList = PageComponent[];

export const NEW_GROUP: PageComponent = {
  componentable_type: "uptime/group",
  name: "New group",
  is_expanded: false,
  components: [],
};

/** Returns the IDs of the monitors at one level, without those in groups. */
export function levelMonitorIds(components: readonly PageComponent[]): number[] {
  return components.flatMap((each) =>
    each.componentable_type === "uptime/monitor" ? [each.componentable_id] : [],
  );
}

/** Returns the IDs of all monitors on the page, including those in groups. */
export function monitorIdsOf(components: readonly PageComponent[]): number[] {
  return components.flatMap((each) =>
    each.componentable_type === "uptime/monitor" ? [each.componentable_id] : monitorIdsOf(each.components),
  );
}

/** Adds monitors at the end of the page, without those that it already shows. */
export function addMonitors(components: readonly PageComponent[], ids: readonly number[]): ComponentList {
  const known = new Set(monitorIdsOf(components));
  return ids.filter((id) => !known.has(id)).reduce<ComponentList>(toggleMonitor, [...components]);
}

/** Returns the level with exactly these monitors. Those that stay keep their place, and new ones come last. */
export function setMonitors(components: readonly PageComponent[], ids: readonly number[]): ComponentList {
  const wanted = new Set(ids);
  const stays = (each: PageComponent) =>
    each.componentable_type !== "uptime/monitor" || wanted.has(each.componentable_id);
  return addMonitors(components.filter(stays), ids);
}

/** Adds the monitor at the end of the level, or removes it if it's there. */
export function toggleMonitor(components: readonly PageComponent[], monitorId: number): ComponentList {
  const isOther = (each: PageComponent) =>
    each.componentable_type !== "uptime/monitor" || each.componentable_id !== monitorId;
  if (!components.every(isOther)) return components.filter(isOther);
  return [
    ...components,
    { componentable_type: "uptime/monitor", componentable_id: monitorId, display_name: null },
  ];
}
