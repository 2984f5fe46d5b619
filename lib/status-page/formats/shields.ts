import type { PageState } from "@/lib/domain/status-pages/page-state";
import type { BadgeFacts } from "./badge-facts";

const COLORS: Record<PageState, string> = {
  empty: "lightgrey",
  operational: "brightgreen",
  maintenance: "blue",
  degraded_performance: "yellow",
  partial_outage: "orange",
  major_outage: "red",
};
const CACHE_SECONDS = 300;

/** Returns a badge in the Shields endpoint schema (https://shields.io/badges/endpoint-badge). */
export function shieldJson({ name, message, state }: BadgeFacts, label: string | null): string {
  return JSON.stringify({
    schemaVersion: 1,
    label: label ?? name,
    message,
    color: COLORS[state],
    cacheSeconds: CACHE_SECONDS,
  });
}
