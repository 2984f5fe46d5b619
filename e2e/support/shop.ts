import type { ApiClient } from "./api-client";
import type { Stack } from "./stack";

/** Creates the monitor "Shop", which checks the server itself, and returns its ID. */
export async function addShopMonitor(api: ApiClient, stack: Stack): Promise<number> {
  const { id } = await api.post<{ id: number }>("/uptime/monitors", {
    name: "Shop",
    protocol: "http",
    request: { method: "GET", url: `${stack.url}/api/healthz` },
    regions: ["eu-deu-fra"],
    interval: 30,
  });
  return id;
}

/** Publishes the status page "Acme status" at `/status/acme` with one monitor. */
export async function publishAcme(api: ApiClient, monitorId: number): Promise<void> {
  const component = { componentable_type: "uptime/monitor", componentable_id: monitorId, display_name: null };
  await api.post("/uptime/status-pages", {
    name: "Acme",
    subdomain: "acme",
    title: "Acme status",
    description: "What works at Acme.",
    website_url: "https://acme.example",
    search_engine_indexed: false,
    components: [component],
  });
}
