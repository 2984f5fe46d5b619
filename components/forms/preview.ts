import type { QueryClient } from "@tanstack/react-query";
import type { routes } from "@/lib/client/routes";

type Read = keyof typeof routes;

/** For each read, computes what the screen shows before the server responds, from what it shows now and the read's parameters. */
export type Preview = { readonly [Id in Read]?: (shown: unknown, params: unknown) => unknown };

/** Shows a preview. Returns a function that restores what was shown before. */
export async function show(cache: QueryClient, preview: Preview): Promise<() => void> {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => (queryKey[0] as Read) in preview;
  // A response that is on its way would show the old state again.
  await cache.cancelQueries({ predicate });
  const before = cache.getQueriesData({ predicate });
  for (const [key, data] of before) {
    if (data !== undefined) cache.setQueryData(key, preview[key[0] as Read]?.(data, key[1]));
  }
  return () => {
    for (const [key, data] of before) cache.setQueryData(key, data);
  };
}

/** Returns the part of a preview that changes some records, in a list or alone. */
export function changed(ids: readonly number[], change: object): (shown: unknown) => unknown {
  const one = (record: unknown) =>
    ids.includes((record as { id: number }).id) ? { ...(record as object), ...change } : record;
  return (shown) => {
    const { data } = shown as { data?: unknown[] };
    return Array.isArray(data) ? { ...(shown as object), data: data.map(one) } : one(shown);
  };
}
