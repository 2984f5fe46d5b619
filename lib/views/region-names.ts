import type { Region } from "@/lib/contract/regions";

/** City names of the regions, as lists show them; the contract's file would bring the parser into the page. */
export const REGION_NAMES: Record<Region, string> = {
  "as-jpn-hnd": "Tokyo",
  "as-sgp-sin": "Singapore",
  "as-tha-bkk": "Bangkok",
  "eu-deu-fra": "Frankfurt",
  "eu-fra-cdg": "Paris",
  "eu-gbr-lhr": "London",
  "eu-nld-ams": "Amsterdam",
  "eu-swe-arn": "Stockholm",
  "na-mex-mex": "Mexico City",
  "na-usa-iad": "Washington",
  "na-usa-sea": "Seattle",
  "oc-aus-syd": "Sydney",
  "sa-bra-gru": "São Paulo",
};
export const REGION_LIST = Object.entries(REGION_NAMES) as [Region, string][];
