import * as z from "zod";
import type { Endpoint } from "@/lib/contract/core/endpoint";
import { ListQuery } from "@/lib/contract/core/list";

export interface Route {
  readonly endpoint: Endpoint;
  readonly segments: readonly Segment[];
  readonly paramNames: readonly string[];
  /** Path parameters that are IDs: decimal text in the path, numbers for the service. */
  readonly idParams: ReadonlySet<string>;
  /** The endpoint's query, with `page` and `per_page` on lists. */
  readonly query: z.ZodType | null;
  /** Query fields with a single number. */
  readonly numbers: ReadonlySet<string>;
  /** Query fields that can be repeated. */
  readonly repeatable: ReadonlySet<string>;
}

type Segment = { readonly text: string } | { readonly param: string };

export interface Match {
  readonly route: Route | null;
  /** Methods allowed on the path; empty for an unknown path. */
  readonly allowed: readonly string[];
  /** Raw path segments, for the parameters. */
  readonly parts: readonly string[];
}

const PREFIX = "/api";

/** Compiles the endpoint list once. Fixed segments take precedence over parameters (`/monitors/check` over `/monitors/{monitorId}`). */
export class RouteTable {
  readonly #fixed = new Map<string, Route[]>();
  readonly #byLength = new Map<number, Route[]>();

  constructor(endpoints: readonly Endpoint[]) {
    for (const endpoint of endpoints) {
      const route = compile(endpoint);
      if (route.paramNames.length === 0) push(this.#fixed, trimSlash(PREFIX + endpoint.path), route);
      else push(this.#byLength, route.segments.length, route);
    }
  }

  match(method: string, path: string): Match {
    const plain = trimSlash(path);
    const wanted = method === "HEAD" ? "GET" : method;
    const fixed = this.#fixed.get(plain);
    const parts = plain.slice(PREFIX.length + 1).split("/");
    const candidates = fixed ?? this.#candidates(plain, parts);
    const route = candidates.find((candidate) => candidate.endpoint.method === wanted) ?? null;
    return { route, allowed: route ? [] : allow(candidates), parts };
  }

  /** Returns the routes of the best match: the one with the most fixed segments. */
  #candidates(path: string, parts: readonly string[]): Route[] {
    if (!path.startsWith(`${PREFIX}/`)) return [];
    const fitting = (this.#byLength.get(parts.length) ?? []).filter((route) => fits(route, parts));
    const fewest = Math.min(...fitting.map((route) => route.paramNames.length));
    return fitting.filter((route) => route.paramNames.length === fewest);
  }
}

function fits(route: Route, parts: readonly string[]): boolean {
  return route.segments.every((segment, at) => "param" in segment || segment.text === parts[at]);
}

function allow(candidates: readonly Route[]): string[] {
  const methods = candidates.map((route) => route.endpoint.method as string);
  if (methods.includes("GET")) methods.splice(methods.indexOf("GET") + 1, 0, "HEAD");
  return methods;
}

function compile(endpoint: Endpoint): Route {
  const segments = trimSlash(endpoint.path)
    .split("/")
    .slice(1)
    .map((text): Segment => (text.startsWith("{") ? { param: text.slice(1, -1) } : { text }));
  const paramNames = segments.flatMap((segment) => ("param" in segment ? [segment.param] : []));
  const params = shapeOf(endpoint.params);
  const query = withPaging(endpoint);
  const fields = Object.entries(shapeOf(query));
  return {
    endpoint,
    segments,
    paramNames,
    idParams: new Set(paramNames.filter((name) => params[name] instanceof z.ZodNumber)),
    query,
    numbers: new Set(
      fields.filter(([, field]) => unwrapped(field) instanceof z.ZodNumber).map(([name]) => name),
    ),
    repeatable: new Set(fields.filter(([, field]) => isRepeatable(field)).map(([name]) => name)),
  };
}

function withPaging(endpoint: Endpoint): z.ZodType | null {
  if (!endpoint.list) return endpoint.query ?? null;
  return endpoint.query instanceof z.ZodObject ? endpoint.query.extend(ListQuery.shape) : ListQuery;
}

function shapeOf(schema: z.ZodType | null | undefined): Record<string, z.ZodType> {
  return schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
}

/** Returns the schema inside `optional` and `default`. */
function unwrapped(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
    ? unwrapped(schema.unwrap() as z.ZodType)
    : schema;
}

/** Returns whether the schema accepts a list of strings, as `repeated` does. */
function isRepeatable(schema: z.ZodType): boolean {
  return schema.safeParse(["", ""]).success;
}

function trimSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function push<Key>(map: Map<Key, Route[]>, key: Key, route: Route): void {
  map.set(key, [...(map.get(key) ?? []), route]);
}
