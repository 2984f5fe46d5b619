import type { ReactNode } from "react";
import { Hydrated } from "@/lib/client/hydrated";
import { packed } from "@/lib/client/packed";
import { keyOf, keyOfAll, pageInput, readAll } from "@/lib/client/query";
import type { Input, Page, Route } from "@/lib/client/route";
import type { Endpoint } from "@/lib/contract/core/endpoint";
import { now } from "@/lib/shared/clock";
import { load } from "./load";

/** A read whose data a page needs on first render. */
export interface Prefetch {
  readonly key: readonly unknown[];
  readonly read: () => Promise<unknown>;
}

export function prefetch<E extends Endpoint, Answer>(
  route: Route<E, Answer>,
  input: Input<E> = {},
): Prefetch {
  return { key: keyOf(route, input), read: () => load(route, input) };
}

/** Like `prefetch`, but every page of a list, as `queryAll` reads it. */
export function prefetchAll<E extends Endpoint, Item>(
  route: Route<E, Page<Item>>,
  input: Input<E> = {},
): Prefetch {
  return { key: keyOfAll(route, input), read: () => loadAll(route, input) };
}

/** Reads every page of a list for a server component. */
export async function loadAll<E extends Endpoint, Item>(
  route: Route<E, Page<Item>>,
  input: Input<E> = {},
): Promise<Page<Item>> {
  return await readAll((page) => load(route, pageInput(input, page > 1 ? { page } : {})));
}

/** Reads data on the server and hydrates the browser's cache with it, which keeps it up to date. */
export async function Prefetched({ reads, children }: { reads: readonly Prefetch[]; children: ReactNode }) {
  const at = now().getTime();
  const done = await Promise.all(reads.map(async ({ key, read }) => [key, packed(await read())] as const));
  return (
    <Hydrated reads={done} at={at}>
      {children}
    </Hydrated>
  );
}
