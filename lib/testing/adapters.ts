import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { endpoints } from "@/lib/contract/endpoints";
import { RouteTable } from "@/lib/http/route-table";
import { once } from "@/lib/shared/once";
import { type Send, viaDispatch } from "./api";

type RouteModule = Record<string, ((request: Request) => Promise<Response>) | undefined>;

/** `/uptime/monitors/{monitorId}` → the file that Next serves it from. */
export function routeFile(endpointPath: string): string {
  const folders = endpointPath.replaceAll(/\{(\w+)\}/g, "[$1]").replace(/\/$/, "");
  return path.resolve(`app/api${folders}/route.ts`);
}

/** The request through the route.ts of its path, as Next calls it; unknown paths through the catch-all. */
export const viaNext: Send = async ({ method, path: pathname, search, headers, body }) => {
  const table = once("testing.adapter.routes", () => new RouteTable(endpoints));
  const wanted = endpoints.find(
    (endpoint) => table.match(endpoint.method, pathname).route?.endpoint === endpoint,
  );
  const file = wanted ? routeFile(wanted.path) : path.resolve("app/api/[...unknown]/route.ts");
  if (!existsSync(file)) throw new Error(`${file} is missing: run npx tsx scripts/api-routes.ts.`);
  const module: RouteModule = await import(pathToFileURL(file).href);
  const handler = module[method];
  if (!handler) throw new Error(`${file} does not export ${method}.`);
  const hasBody = method !== "GET" && method !== "HEAD" && body.length > 0;
  const request = new Request(`http://127.0.0.1:3000${pathname}${search}`, {
    method,
    headers: new Headers(headers),
    ...(hasBody && { body: new Uint8Array(body) }),
  });
  const response = await handler(request);
  return {
    status: response.status,
    headers: titled(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
};

/** `Headers` are lowercase; tests read them as they are written in the contract. */
function titled(headers: Headers): Record<string, string> {
  const special: Record<string, string> = {
    etag: "ETag",
    "ratelimit-policy": "RateLimit-Policy",
    ratelimit: "RateLimit",
    "www-authenticate": "WWW-Authenticate",
  };
  const entries = [...headers].map(([name, value]) => [
    special[name] ??
      name.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(entries);
}

/** Both ways a request reaches the endpoint table: straight from the front door, and through Next. */
export const ADAPTERS: readonly (readonly [string, Send])[] = [
  ["dispatch", viaDispatch],
  ["Next", viaNext],
];
