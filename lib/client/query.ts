import { queryOptions } from "@tanstack/react-query";
import type { Endpoint } from "@/lib/contract/core/endpoint";
import { request } from "./request";
import type { Input, Route } from "./route";

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
