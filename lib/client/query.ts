import { queryOptions } from "@tanstack/react-query";
import type { Endpoint } from "@/lib/contract/core/endpoint";
import { request } from "./request";
import type { Input, Route } from "./route";

/** One key for one call, the same on the server that fills the cache and in the browser that reads it. */
export function keyOf(route: Route, input: { params?: unknown; query?: unknown } = {}): readonly unknown[] {
  return [route.id, input.params ?? null, input.query ?? null];
}

/** How to read a route with react-query. */
export function query<E extends Endpoint, Answer>(route: Route<E, Answer>, input: Input<E> = {}) {
  return queryOptions<Answer>({
    queryKey: keyOf(route, input),
    queryFn: ({ signal }) => request(route, input, signal),
  });
}
