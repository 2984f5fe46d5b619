import type { ReactNode } from "react";
import { keyOf, keyOfAll, readAll } from "@/lib/client/query";
import type { Input, Page, Route } from "@/lib/client/route";
import { packed } from "@/lib/client/seed/packed";
import { Seeded } from "@/lib/client/seed/seeded";
import type { Endpoint } from "@/lib/contract/core/endpoint";
import { now } from "@/lib/shared/clock";
import { load } from "./load";

/** Data that a page needs on first render. */
export interface Want {
  key: readonly unknown[];
  read: () => Promise<unknown>;
}

export function want<E extends Endpoint, Answer>(route: Route<E, Answer>, input: Input<E> = {}): Want {
  return { key: keyOf(route, input), read: () => load(route, input) };
}

/** Like `want`, but every page of a list, as `queryAll` reads it. */
export function wantAll<E extends Endpoint, Item>(route: Route<E, Page<Item>>, input: Input<E> = {}): Want {
  return { key: keyOfAll(route, input), read: () => loadAll(route, input) };
}

/** Reads every page of a list for a server component. */
export async function loadAll<E extends Endpoint, Item>(
  route: Route<E, Page<Item>>,
  input: Input<E> = {},
): Promise<Page<Item>> {
  return await readAll((page) =>
    load(route, { ...input, query: { ...input.query, ...(page > 1 && { page }) } } as Input<E>),
  );
}

/** Reads data on the server and hands it to the components below, which keep it up to date in the browser. */
export async function Seed({ wants, children }: { wants: readonly Want[]; children: ReactNode }) {
  const at = now().getTime();
  const reads = await Promise.all(wants.map(async ({ key, read }) => [key, await read()]));
  return (
    <Seeded at={at} reads={packed(reads)}>
      {children}
    </Seeded>
  );
}
