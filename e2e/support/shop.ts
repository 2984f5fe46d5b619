import type { ApiClient } from "./api-client";
import type { Stack } from "./stack";

/** Creates the monitor "Shop", which checks the server itself, and returns its ID. */
export async function addShopMonitor(
  api: ApiClient,
  stack: Stack,
  regions: readonly string[] = ["eu-deu-fra"],
): Promise<number> {
  const { id } = await api.post<{ id: number }>("/uptime/monitors", {
    name: "Shop",
    protocol: "http",
    request: { method: "GET", url: `${stack.url}/api/healthz` },
    regions,
    interval: 30,
  });
  return id;
}

/** Publishes the status page "Acme status" at `/status/acme` with one monitor and other fields, and returns its ID. */
export async function publishAcme(api: ApiClient, monitorId: number, others: object = {}): Promise<number> {
  const component = { componentable_type: "uptime/monitor", componentable_id: monitorId, display_name: null };
  const { id } = await api.post<{ id: number }>("/uptime/status-pages", {
    name: "Acme",
    subdomain: "acme",
    title: "Acme status",
    description: "What works at Acme.",
    website_url: "https://acme.example",
    search_engine_indexed: false,
    components: [component],
    ...others,
  });
  return id;
}
