import type { PageComponent } from "@/lib/contract/status-pages/components";

/** Names of monitors by ID. */
export type MonitorNames = Readonly<Record<number, string>>;

/** Returns the name under which the page shows a component. */
export function componentName(component: PageComponent, names: MonitorNames): string {
  if (component.componentable_type === "uptime/group") return component.name || "the group";
  const { display_name: shown, componentable_id: id } = component;
  return shown ?? names[id] ?? `Monitor ${id}`;
}

/** Returns whether a component, or one in its group, has the text in its name. */
export function matchesComponent(component: PageComponent, find: string, names: MonitorNames): boolean {
  if (componentName(component, names).toLowerCase().includes(find.toLowerCase())) return true;
  if (component.componentable_type !== "uptime/group") return false;
  return component.components.some((each) => matchesComponent(each, find, names));
}
