import type { ApiClient } from "@/e2e/support/api-client";
import { waitFor } from "@/lib/testing/processes/wait";
import { REGIONS, TARGETS } from "./cast";
import type { Provider } from "./world/providers";
import type { Targets } from "./world/targets";

/** Name of a component that only the private page shows. */
export const SECRET = "Treasury";
export const PAGES = {
  public: ["/status/storm"],
  private: ["/status/vault", "/status/vault/feed.rss", "/status/vault/api/current_status"],
} as const;

const INTERVAL_SECONDS = 30;
const TIMEOUT_MS = 5000;
const FIRST_RESULTS_MS = 120_000;
const EVENTS = ["uptime.incident.created", "uptime.incident.recovered"];

/** Returns the name of a provider's integration. */
export function integrationName(provider: number): string {
  return `Provider ${provider + 1}`;
}

/**
 * Creates a monitor per target in every region with every combination of rules, a public and a private page, and alerts
 * to every provider. Waits for the first results.
 */
export async function fillProject(
  api: ApiClient,
  targets: Targets,
  providers: readonly Provider[],
): Promise<void> {
  // Each incident has one monitor, so that it can be compared with its target.
  await api.post("/projects/1", { settings: { use_incident_merging: false } });
  for (const [index, provider] of providers.entries()) await addProvider(api, index, provider.url);
  const ids: number[] = [];
  for (let target = 0; target < TARGETS; target += 1)
    ids.push(await addMonitor(api, target, targets.urlOf(target)));
  await addPage(api, "storm", { ids, name: "Shop" });
  await addPage(api, "vault", {
    ids: ids.slice(0, 1),
    name: SECRET,
    access_token: "a token of 20 characters",
  });
  await waitFor(
    "the first results",
    async () => {
      const { data } = await api.get<{ data: { status: string }[] }>("/uptime/monitors?per_page=100");
      return data.every(({ status }) => status === "online");
    },
    FIRST_RESULTS_MS,
  );
}

async function addProvider(api: ApiClient, index: number, url: string): Promise<void> {
  const { id } = await api.post<{ id: number }>("/apps/outgoing_webhook/integrations", {
    name: integrationName(index),
    settings: { url, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" },
  });
  const schema = JSON.stringify({ event: "{{ event.key }}", incident: "{{ incident.id }}" });
  for (const event of EVENTS)
    await api.post("/alert-rules", {
      event,
      integration_id: id,
      rate_limit: 0,
      event_settings: { type: "monitor" },
      integration_settings: { schema },
    });
}

async function addMonitor(api: ApiClient, target: number, url: string): Promise<number> {
  const { id } = await api.post<{ id: number }>("/uptime/monitors", {
    name: `Target ${target}`,
    protocol: "http",
    request: { method: "GET", url },
    regions: REGIONS,
    interval: INTERVAL_SECONDS,
    timeout: TIMEOUT_MS,
    region_threshold: 1 + (target % 2),
    incident_confirmations: 1 + (Math.floor(target / 3) % 3),
    recovery_confirmations: 1 + (Math.floor(target / 6) % 2),
  });
  return id;
}

async function addPage(
  api: ApiClient,
  subdomain: string,
  { ids, name, ...access }: { ids: readonly number[]; name: string; access_token?: string },
): Promise<void> {
  await api.post("/uptime/status-pages", {
    name: subdomain,
    title: subdomain,
    description: "A page of the storm.",
    website_url: "https://acme.example",
    subdomain,
    search_engine_indexed: false,
    ...access,
    components: ids.map((id) => ({
      componentable_type: "uptime/monitor",
      componentable_id: id,
      display_name: name,
    })),
  });
}
