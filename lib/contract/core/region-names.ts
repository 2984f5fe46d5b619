// Without zod, because the dashboard uses these names in the browser.

/** The regions that checks can run from: code (continent, country, city), name, and position on the map. */
export const REGIONS = {
  "as-jpn-hnd": { name: "Tokyo, Japan", latitude: 35.55, longitude: 139.78 },
  "as-sgp-sin": { name: "Singapore", latitude: 1.36, longitude: 103.99 },
  "as-tha-bkk": { name: "Bangkok, Thailand", latitude: 13.69, longitude: 100.75 },
  "eu-deu-fra": { name: "Frankfurt, Germany", latitude: 50.03, longitude: 8.56 },
  "eu-fra-cdg": { name: "Paris, France", latitude: 49.01, longitude: 2.55 },
  "eu-gbr-lhr": { name: "London, United Kingdom", latitude: 51.47, longitude: -0.45 },
  "eu-nld-ams": { name: "Amsterdam, Netherlands", latitude: 52.31, longitude: 4.77 },
  "eu-swe-arn": { name: "Stockholm, Sweden", latitude: 59.65, longitude: 17.93 },
  "na-mex-mex": { name: "Mexico City, Mexico", latitude: 19.44, longitude: -99.07 },
  "na-usa-iad": { name: "Washington, United States", latitude: 38.95, longitude: -77.45 },
  "na-usa-sea": { name: "Seattle, United States", latitude: 47.45, longitude: -122.31 },
  "oc-aus-syd": { name: "Sydney, Australia", latitude: -33.94, longitude: 151.18 },
  "sa-bra-gru": { name: "São Paulo, Brazil", latitude: -23.43, longitude: -46.47 },
} as const;

/** Alternative region codes sent by existing clients, with their canonical code. */
export const REGION_ALIASES = { "ng-nld-ams": "eu-nld-ams" } as const;

type Aliases = typeof REGION_ALIASES;
type CodeOf<Name extends string> = Name extends keyof Aliases ? Aliases[Name] : Name;

const CODES = new Map<string, string>(Object.entries(REGION_ALIASES));

/** Returns the canonical code of a region. */
export function regionOf<Name extends string>(name: Name): CodeOf<Name> {
  return (CODES.get(name) ?? name) as CodeOf<Name>;
}

/** Returns whether a string is the code of a region, in either spelling. */
export function isRegion(text: string): boolean {
  return Object.hasOwn(REGIONS, regionOf(text));
}
