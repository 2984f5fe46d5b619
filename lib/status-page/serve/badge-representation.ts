import { badgeFacts } from "@/lib/status-page/formats/badge-facts";
import { type BadgeMetric, type BadgeStyle, readBadgeOptions } from "@/lib/status-page/formats/badge-options";
import { badgeSvg } from "@/lib/status-page/formats/badges";
import { shieldJson } from "@/lib/status-page/formats/shields";
import type { PageModel } from "@/lib/status-page/model/model";
import type { Representation } from "./snapshot";

export const SVG = "image/svg+xml";

const SVG_PATHS: ReadonlyMap<string, BadgeStyle> = new Map([
  ["badge.svg", "flat"],
  ["embed-badges/static-status", "flat"],
  ["embed-badges/live-status", "live"],
  ["embed-badges/pulse-status", "pulse"],
]);
const JSON_PATHS: ReadonlyMap<string, BadgeMetric> = new Map([
  ["shield-badges/status.json", "status"],
  ["shield-badges/availability.json", "uptime"],
]);

export const BADGE_PATHS = [...SVG_PATHS.keys(), ...JSON_PATHS.keys()];

/** Returns whether a path is that of a badge. */
export function isBadge(path: string): boolean {
  return SVG_PATHS.has(path) || JSON_PATHS.has(path);
}

/** Returns a badge; null for a component that the page doesn't show. `aged` says that the page couldn't be rendered lately. */
export function badgeRepresentation(
  model: PageModel,
  path: string,
  search: URLSearchParams,
  aged: boolean,
): Representation | null {
  const options = readBadgeOptions(search, SVG_PATHS.get(path) ?? "flat");
  const metric = JSON_PATHS.get(path);
  const facts = badgeFacts(model, metric ? { ...options, metric } : options, aged);
  if (!facts) return null;
  return metric
    ? {
        path,
        contentType: "application/json; charset=utf-8",
        text: shieldJson(facts, options.label),
        shared: true,
      }
    : { path, contentType: SVG, text: badgeSvg(facts, options, model.settings.theme), shared: true };
}
