import type * as z from "zod";
import type { Endpoint, Method } from "@/lib/contract/endpoint";

/** The envelope of every list. */
export interface Page<Item> {
  data: Item[];
  meta: { current_page: number; from: number | null; to: number | null; per_page: number; path: string };
  links: { first: string; last: string; prev: string | null; next: string | null };
}

type Part<E extends Endpoint, Key extends "params" | "query" | "body"> = [
  z.input<NonNullable<E[Key]>>,
] extends [never]
  ? undefined
  : z.input<NonNullable<E[Key]>>;

/** What a call carries, each part typed by the contract's schema. */
export interface Input<E extends Endpoint> {
  params?: Part<E, "params">;
  query?: Part<E, "query"> & { page?: number; per_page?: number };
  body?: Part<E, "body">;
}

type Body<E extends Endpoint> = E["response"] extends z.ZodType
  ? z.output<NonNullable<E["response"]>>
  : undefined;

/**
 * An endpoint as the browser needs it: method and path, without the schemas, which would bring the whole parser into
 * every page's script. `routes.test.ts` holds each against the contract; the types are the contract's own.
 */
export interface Route<E extends Endpoint = Endpoint, Answer = unknown> {
  readonly id: string;
  readonly method: Method;
  readonly path: `/${string}`;
  /** Only for the compiler. */
  readonly types?: { endpoint: E; answer: Answer };
}

export function one<E extends Endpoint>(id: string, method: Method, path: `/${string}`): Route<E, Body<E>> {
  return { id, method, path };
}

export function list<E extends Endpoint>(
  id: string,
  path: `/${string}`,
): Route<E, Page<NonNullable<Body<E>>>> {
  return { id, method: "GET", path };
}

/** Path below `/api` with its parameters filled in and its query. Filters with several values are repeated. */
export function pathOf(route: Route, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    for (const item of [value].flat())
      if (item !== undefined && item !== null && item !== "") search.append(key, String(item));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}
