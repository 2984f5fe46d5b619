import type { FileComponents } from "@/lib/contract/config-file/config-file";
import type { PageComponents } from "@/lib/contract/status-pages/components";

/** Returns a page's components with monitors by key. */
export function toFile(components: PageComponents, keyOf: (id: number) => string): FileComponents {
  const monitor = (id: number, name: string | null) => ({ monitor: keyOf(id), name });
  return components.map((one) =>
    one.componentable_type === "uptime/monitor"
      ? monitor(one.componentable_id, one.display_name)
      : {
          group: one.name,
          is_expanded: one.is_expanded,
          components: one.components.map((child) => monitor(child.componentable_id, child.display_name)),
        },
  );
}

/** Returns components with monitors by ID, as the API has them. */
export function toInput(components: FileComponents, idOf: (key: string) => number): PageComponents {
  const monitor = (one: { monitor: string; name: string | null }) => ({
    componentable_type: "uptime/monitor" as const,
    componentable_id: idOf(one.monitor),
    display_name: one.name,
  });
  return components.map((one) =>
    "monitor" in one
      ? monitor(one)
      : {
          componentable_type: "uptime/group" as const,
          name: one.group,
          is_expanded: one.is_expanded,
          components: one.components.map(monitor),
        },
  );
}

/** Returns every monitor key that the components name. */
export function keysIn(components: FileComponents): string[] {
  return components.flatMap((one) =>
    "monitor" in one ? [one.monitor] : one.components.map(({ monitor }) => monitor),
  );
}
