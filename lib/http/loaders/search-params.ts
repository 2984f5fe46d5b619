export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** Returns the query of a page as URLSearchParams. For a repeated name, the first value is used. */
export async function toSearchParams(given: SearchParams): Promise<URLSearchParams> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(await given)) {
    const first = [value].flat()[0];
    if (first !== undefined) search.set(name, first);
  }
  return search;
}
