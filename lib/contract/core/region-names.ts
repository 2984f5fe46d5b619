/** Alternative region codes sent by existing clients, with their canonical code. */
export const REGION_ALIASES = { "ng-nld-ams": "eu-nld-ams" } as const;

type Aliases = typeof REGION_ALIASES;
type CodeOf<Name extends string> = Name extends keyof Aliases ? Aliases[Name] : Name;

const CODES = new Map<string, string>(Object.entries(REGION_ALIASES));

/** Returns the canonical code of a region. */
export function regionOf<Name extends string>(name: Name): CodeOf<Name> {
  return (CODES.get(name) ?? name) as CodeOf<Name>;
}
