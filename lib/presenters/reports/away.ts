import type { Away } from "@/lib/contract/reports/away";
import { counted } from "@/lib/presenters/core/format";

/** Says in one sentence what happened while someone was away; null if nothing did. */
export function awayWords({ since, opened, resolved, changes }: Away): string | null {
  const parts = [
    opened > 0 && `${counted(opened, "incident")} opened`,
    resolved > 0 && `${counted(resolved, "incident")} resolved`,
    changes > 0 && `${counted(changes, "change")} by others`,
  ].filter((part) => part !== false);
  return since === null || parts.length === 0 ? null : parts.join(", ");
}
