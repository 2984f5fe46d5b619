import type { Region } from "@/lib/contract/core/regions";
import { REGION_NAMES } from "@/lib/presenters/monitors/region-names";

/** Which failure a link leads to: a monitor has one result a region and moment. */
export interface FailureLink {
  /** ISO, to the second, as results carry it. */
  at: string;
  region: Region;
}

/** The address of a failure's evidence on its monitor's page. */
export function failureHref(monitorId: number, { at, region }: FailureLink): string {
  return `/monitors/${monitorId}?failure=${encodeURIComponent(`${at} ${region}`)}#failures`;
}

/** The failure that an address names; null for none and for what is no such name, so that a broken link shows the page. */
export function readFailure(given: string | null): FailureLink | null {
  const [at = "", region] = (given ?? "").split(" ");
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(at) || Number.isNaN(Date.parse(at))) return null;
  return isRegion(region) ? { at, region } : null;
}

function isRegion(text: string | undefined): text is Region {
  return text !== undefined && Object.hasOwn(REGION_NAMES, text);
}
