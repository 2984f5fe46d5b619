import { queryOptions } from "@tanstack/react-query";
import type { Endpoint } from "@/lib/contract/core/endpoint";
import { request } from "./request";
import type { Input, Page, Route } from "./route";

/** Returns the cache key of a call, the same on the server that fills the cache and in the browser that reads it. */
export function keyOf(route: Route, input: { params?: unknown; query?: unknown } = {}): readonly unknown[] {
  return [route.id, input.params ?? null, input.query ?? null];
}

/** Returns the react-query options to read a route. */
export function query<E extends Endpoint, Answer>(route: Route<E, Answer>, input: Input<E> = {}) {
  return queryOptions<Answer>({
    queryKey: keyOf(route, input),
    queryFn: ({ signal }) => request(route, input, signal),
  });
}

/** Reads every page of a list and returns them as one. */
export async function readAll<Item>(readPage: (page: number) => Promise<Page<Item>>): Promise<Page<Item>> {
  const first = await readPage(1);
  const data = [...first.data];
  for (let page = 2, next = first.links.next; next !== null; page += 1) {
    const more = await readPage(page);
    data.push(...more.data);
    next = more.links.next;
  }
  return { ...first, data, links: { ...first.links, next: null } };
}

/** Returns the input to read a page of a whole list, of the most items that a page can have. */
export function pageInput<E extends Endpoint>(input: Input<E>, page: { page?: number }): Input<E> {
  return { ...input, query: { per_page: 100, ...input.query, ...page } } as Input<E>;
}

/** Returns the cache key of a whole list. */
export const keyOfAll = (route: Route, input: { params?: unknown; query?: unknown } = {}) => [
  ...keyOf(route, input),
  "all",
];

/** Returns the react-query options to read every page of a list that people keep short, for choices and names. */
export function queryAll<E extends Endpoint, Item>(route: Route<E, Page<Item>>, input: Input<E> = {}) {
  return queryOptions<Page<Item>>({
    queryKey: keyOfAll(route, input),
    queryFn: ({ signal }) => readAll((page) => request(route, pageInput(input, { page }), signal)),
  });
}
