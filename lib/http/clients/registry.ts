import type { ApiReply, ApiRequest } from "@/lib/http/request";

type Answer = (request: ApiRequest) => Promise<ApiReply>;

/** The paths of the guides and of other products' protocols, each loaded when it is first requested. */
const CLIENTS: readonly (readonly [path: RegExp, load: () => Promise<Answer>])[] = [
  [/^\/docs(\/|$)/, async () => (await import("../guides/serve")).serveGuides],
  [/^\/mcp$/, async () => (await import("./mcp/serve")).serveMcp],
  [/^\/probe$/, async () => (await import("./probe")).serveProbe],
  [
    /^\/api\/v[123]\/(checks|channels|badges)(\/|$)/,
    async () => (await import("./healthchecks/serve")).serveHealthchecks,
  ],
  [/^\/metrics$/, async () => (await import("./kuma-metrics")).serveKumaMetrics],
  [/^\/(api\/in|v2\/(enqueue|alerts))(\/|$)/, async () => (await import("./alerts/serve")).serveAlerts],
];

/** Returns the handler for a path of the guides or of another product's protocol; null for every other path. */
export function clientOf(path: string): Answer | null {
  const load = CLIENTS.find(([known]) => known.test(path))?.[1];
  return load ? async (request) => (await load())(request) : null;
}
