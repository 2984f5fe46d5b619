import type { DemoContents } from "@/lib/contract/projects/demo";
import { counted } from "@/lib/presenters/core/format";

const NOUNS: Record<keyof DemoContents["added"], string> = {
  monitors: "monitor",
  incidents: "incident",
  maintenance_windows: "maintenance window",
  status_pages: "status page",
  integrations: "integration",
  alert_rules: "alert rule",
  incident_templates: "incident template",
  api_keys: "API key",
};
const NAMED_MAX = 5;
const LIST = new Intl.ListFormat("en-US");

/** Returns `2 monitors and 1 alert rule (Website, API)`; null if people added nothing. */
export function addedWords({ added, names }: Pick<DemoContents, "added" | "names">): string | null {
  const parts = Object.entries(NOUNS).flatMap(([kind, noun]) => {
    const count = added[kind as keyof typeof added];
    return count > 0 ? [counted(count, noun, `${noun}s`)] : [];
  });
  if (parts.length === 0) return null;
  const named = names.slice(0, NAMED_MAX).join(", ");
  const more = names.length > NAMED_MAX ? ", …" : "";
  return LIST.format(parts) + (named ? ` (${named}${more})` : "");
}

/** Returns what is lost of what people wrote; null if nothing. */
export function lostWords({ posts }: Pick<DemoContents, "posts">): string | null {
  if (posts === 0) return null;
  const those =
    posts === 1
      ? "1 update or comment that people posted is"
      : `${posts} updates and comments that people posted are`;
  return `${those} deleted with the demo's incidents.`;
}
