interface Shown {
  readonly componentable_id: number;
}

/** The part of `PageComponent` that is needed here. Without its schemas, the browser's scripts can use this. */
type Component =
  | (Shown & { readonly componentable_type: "uptime/monitor" })
  | { readonly componentable_type: "uptime/group"; readonly components: readonly Shown[] };

/** Returns the IDs of all monitors on a page in display order, including duplicates. */
export function monitorIds(components: readonly Component[]): number[] {
  return components.flatMap((component) =>
    component.componentable_type === "uptime/group"
      ? component.components.map((child) => child.componentable_id)
      : [component.componentable_id],
  );
}
