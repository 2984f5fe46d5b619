import type { TagInUse } from "@/lib/contract/monitors/tags";
import { count } from "@/lib/domain/core/wording";

const KINDS = {
  monitors: "monitor",
  incidents: "incident",
  status_pages: "status page",
  maintenance_windows: "maintenance window",
} as const;

/** Returns the uses of a tag, such as `12 monitors, 1 incident`. */
export function tagUses(tag: TagInUse): string {
  const kinds = Object.entries(KINDS) as [keyof typeof KINDS, string][];
  return kinds.flatMap(([kind, word]) => (tag[kind] > 0 ? [count(tag[kind], word)] : [])).join(", ");
}
