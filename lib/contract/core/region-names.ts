/** Other spellings of a region that existing clients send, and the code that stands for both. */
export const REGION_ALIASES = { "ng-nld-ams": "eu-nld-ams" } as const;

type Aliases = typeof REGION_ALIASES;
type CodeOf<Name extends string> = Name extends keyof Aliases ? Aliases[Name] : Name;

const CODES = new Map<string, string>(Object.entries(REGION_ALIASES));

/** Returns the code of a region whatever its spelling. */
export function regionOf<Name extends string>(name: Name): CodeOf<Name> {
  return (CODES.get(name) ?? name) as CodeOf<Name>;
}
