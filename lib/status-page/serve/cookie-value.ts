/** Returns the value of a cookie in a `Cookie` header; null without one. */
export function cookieValue(name: string, cookies: string | undefined): string | null {
  const pairs = (cookies ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}
