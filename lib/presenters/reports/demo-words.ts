import type { DemoContents } from "@/lib/contract/projects/demo";
import { counted } from "@/lib/presenters/core/format";

const NOUNS: Record<keyof DemoContents["added"], string> = {
  monitors: "monitor",
  incidents: "incident",
  posts: "update or comment",
  maintenance_windows: "maintenance window",
  status_pages: "status page",
  integrations: "integration",
  alert_rules: "alert rule",
};
const LIST = new Intl.ListFormat("en-US");

/** Returns `2 monitors and 1 alert rule`; null if people added nothing. */
export function addedWords(added: DemoContents["added"]): string | null {
  const parts = Object.entries(NOUNS).flatMap(([kind, noun]) => {
    const count = added[kind as keyof typeof added];
    const plural = noun === "update or comment" ? "updates and comments" : `${noun}s`;
    return count > 0 ? [counted(count, noun, plural)] : [];
  });
  return parts.length > 0 ? LIST.format(parts) : null;
}
