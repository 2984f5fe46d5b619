import type * as z from "zod";
import type { Endpoint, Method } from "@/lib/contract/core/endpoint";

/** The envelope of every list. */
export interface Page<Item> {
  data: Item[];
  meta: {
    current_page: number;
    from: number | null;
    to: number | null;
    per_page: number;
    /** Only with `with_total`. */
    total?: number;
    path: string;
  };
  links: { first: string; last: string; prev: string | null; next: string | null };
}

type Part<E extends Endpoint, Key extends "params" | "query" | "body"> = [
  z.input<NonNullable<E[Key]>>,
] extends [never]
  ? undefined
  : z.input<NonNullable<E[Key]>>;

/** The input of a call, each part typed by the contract's schema. */
export interface Input<E extends Endpoint> {
  params?: Part<E, "params">;
  query?: Part<E, "query"> & { page?: number; per_page?: number; with_total?: "true" | "about" };
  body?: Part<E, "body">;
}

type Body<E extends Endpoint> = E["response"] extends z.ZodType
  ? z.output<NonNullable<E["response"]>>
  : undefined;

/** Result of a call: the object, the envelope of a list, or nothing. */
export type AnswerOf<E extends Endpoint> = E extends { list: true } ? Page<NonNullable<Body<E>>> : Body<E>;

/** An endpoint as the browser needs it: method and path without the schemas, which would add the schema parser to every page. */
export interface Route<E extends Endpoint = Endpoint, Answer = unknown> {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  /** Types only, never set. */
  readonly types?: { endpoint: E; answer: Answer };
}

/** Returns the path below `/api` with parameters and query filled in. Filters with several values are repeated. */
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
