import type { ApiClient } from "@/e2e/support/api-client";
import { waitFor } from "@/lib/testing/processes/wait";
import { CROWD_PER_PROJECT, CROWD_PROJECTS, REGIONS, TARGETS } from "./cast";
import type { Provider } from "./world/providers";
import type { Targets } from "./world/targets";

/** What monitors watch and who gets alerts. */
interface World {
  readonly targets: Targets;
  readonly providers: readonly Provider[];
}

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

/**
 * Creates a monitor per target in every region with every combination of rules, a public and a private page, and alerts
 * to every provider. The crowd's monitors are in projects of their own, with alerts to the reliable provider. Waits for the
 * first results.
 */
export async function fillProjects(
  api: ApiClient,
  apiOf: (project: number) => Promise<ApiClient>,
  { targets, providers }: World,
): Promise<void> {
  // Each incident has one monitor, so that it can be compared with its target.
  await api.post("/projects/1", { settings: { use_incident_merging: false } });
  for (const [index, provider] of providers.entries()) await addProvider(api, index, provider.url);
  const ids: number[] = [];
  for (let target = 0; target < TARGETS; target += 1)
    ids.push(await addMonitor(api, target, targets.urlOf(target)));
  await addPage(
    api,
    "storm",
    ids.map((id, target) => [id, targetName(target)]),
  );
  await addPage(api, "vault", [[ids[0] ?? 0, SECRET]], { access_token: "a token of 20 characters" });
  const apis = [api];
  for (let index = 0; index < CROWD_PROJECTS; index += 1)
    apis.push(await addCrowd(api, apiOf, { index, targets, providers }));
  await waitFor(
    "the first results",
    async () => (await Promise.all(apis.map(isOnline))).every(Boolean),
    FIRST_RESULTS_MS,
  );
}

async function isOnline(api: ApiClient): Promise<boolean> {
  const { data } = await api.get<{ data: { status: string }[] }>("/uptime/monitors?per_page=100");
  return data.every(({ status }) => status === "online");
}

/** Creates a project of the crowd. Its monitors fail with the first failed check, so that short failures become incidents. */
async function addCrowd(
  owner: ApiClient,
  apiOf: (project: number) => Promise<ApiClient>,
  { index, targets, providers }: World & { index: number },
): Promise<ApiClient> {
  const { id } = await owner.post<{ id: number }>("/projects", { name: `Crowd ${index + 1}`, members: [1] });
  const api = await apiOf(id);
  await owner.post(`/projects/${id}`, { settings: { use_incident_merging: false } });
  await addProvider(api, 0, providers[0]?.url ?? "");
  const first = TARGETS + index * CROWD_PER_PROJECT;
  for (let target = first; target < first + CROWD_PER_PROJECT; target += 1)
    await addMonitor(api, target, targets.urlOf(target), {
      incident_confirmations: 1,
      recovery_confirmations: 1,
    });
  return api;
}

function targetName(target: number): string {
  return `Target ${target}`;
}

async function addProvider(api: ApiClient, index: number, url: string): Promise<void> {
  const { id } = await api.post<{ id: number }>("/apps/outgoing_webhook/integrations", {
    name: `Provider ${index + 1}`,
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

async function addMonitor(
  api: ApiClient,
  target: number,
  url: string,
  confirmations: object = {},
): Promise<number> {
  const { id } = await api.post<{ id: number }>("/uptime/monitors", {
    name: targetName(target),
    protocol: "http",
    request: { method: "GET", url },
    regions: REGIONS,
    interval: INTERVAL_SECONDS,
    timeout: TIMEOUT_MS,
    region_threshold: 1 + (target % 2),
    incident_confirmations: 1 + (Math.floor(target / 3) % 3),
    recovery_confirmations: 1 + (Math.floor(target / 6) % 2),
    ...confirmations,
  });
  return id;
}

async function addPage(
  api: ApiClient,
  subdomain: string,
  components: readonly (readonly [id: number, name: string])[],
  access: { access_token?: string } = {},
): Promise<void> {
  await api.post("/uptime/status-pages", {
    name: subdomain,
    title: subdomain,
    description: "A page of the storm.",
    website_url: "https://acme.example",
    subdomain,
    search_engine_indexed: false,
    ...access,
    components: components.map(([id, name]) => ({
      componentable_type: "uptime/monitor",
      componentable_id: id,
      display_name: name,
    })),
  });
}
