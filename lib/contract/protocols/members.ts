/** Returns the members in a request: IDs, or keys in a configuration file. Empty for one that has none. */
export function membersOf<Member extends number | string = number>(request: unknown): Member[] {
  const { members } = Object(request) as { members?: unknown };
  return Array.isArray(members) ? members : [];
}
