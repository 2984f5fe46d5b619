import { REGION_ALIASES } from "@/lib/contract/core/region-names";
import type { Region, RegionName } from "@/lib/contract/core/regions";

/** City names of the regions. A copy, because importing the contract would add the schema parser to the page. */
export const REGION_NAMES: Record<RegionName, string> = {
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
  "ng-nld-ams": "Amsterdam",
  "oc-aus-syd": "Sydney",
  "sa-bra-gru": "São Paulo",
};
/** Every region once, without aliases. */
export const REGION_LIST = Object.entries(REGION_NAMES).filter(
  ([name]) => !Object.hasOwn(REGION_ALIASES, name),
) as [Region, string][];
