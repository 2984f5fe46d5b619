import type { Region } from "@/lib/contract/core/regions";
import { REGION_NAMES } from "@/lib/presenters/core/region-names";

/** Identifies a failure: a monitor has one result per region and moment. */
export interface FailureLink {
  /** ISO 8601 to the second, as in results. */
  at: string;
  region: Region;
}

/** Returns the URL of a failure's request and response on its monitor's page. */
export function failureHref(monitorId: number, { at, region }: FailureLink): string {
  return `/monitors/${monitorId}?failure=${encodeURIComponent(`${at} ${region}`)}#failures`;
}

/** Parses the failure in a URL. Returns null when there's none or it's malformed, so that a broken link still shows the page. */
export function readFailure(given: string | null): FailureLink | null {
  const [at = "", region] = (given ?? "").split(" ");
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(at) || Number.isNaN(Date.parse(at))) return null;
  return isRegion(region) ? { at, region } : null;
}

function isRegion(text: string | undefined): text is Region {
  return text !== undefined && Object.hasOwn(REGION_NAMES, text);
}
