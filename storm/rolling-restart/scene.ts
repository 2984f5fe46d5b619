import { type ApiClient, apiClient } from "@/e2e/support/api-client";
import { startDatabase } from "@/e2e/support/database";
import { type Stack, startStack } from "@/e2e/support/stack";
import { startWebTarget } from "@/e2e/support/web-target";
import { waitFor } from "@/lib/testing/processes/wait";
import type { Undo } from "../undo";
import { type Balancer, startBalancer } from "./balancer";

const OWNER = { email: "ada@example.com", password: "a long enough password" };
const MONITORS = 20;

export interface Scene {
  readonly servers: Stack[];
  readonly balancer: Balancer;
  readonly api: ApiClient;
  /** Restarts one server on its port and waits until it is ready. Returns how long it took to stop. */
  restart(index: number): Promise<{ code: number | null; stoppedMs: number }>;
}

/** Starts two servers on one database behind a load balancer, with monitors and a status page. */
export async function buildScene(undo: Undo): Promise<Scene> {
  const database = await startDatabase();
  undo.push(database.stop);
  const variables = {
    DATABASE_URL: database.url,
    APP_SECRET: "a secret of the cluster, the same on every server",
    TRUSTED_PROXIES: "127.0.0.1",
    ALLOW_PRIVATE_TARGETS: "127.0.0.0/8",
    API_RATE_LIMIT: "1000000",
    OWNER_EMAIL: OWNER.email,
    OWNER_PASSWORD: OWNER.password,
  };
  const servers = [await startStack({ variables }), await startStack({ variables })];
  undo.push(() => Promise.all(servers.map((server) => server.stop())));
  const balancer = await startBalancer(servers.map(({ port }) => port));
  undo.push(balancer.stop);
  const target = await startWebTarget();
  undo.push(target.stop);
  const [first] = servers;
  if (!first) throw new Error("no server");
  const api = await apiClient(first, 1);
  const ids: number[] = [];
  for (let index = 0; index < MONITORS; index += 1) ids.push(await addMonitor(api, `${target.url}${index}`));
  await addPage(api, ids);
  await waitFor("the status page", async () => (await fetch(`${balancer.url}/status/acme`)).ok);
  return { servers, balancer, api, restart: (index) => restart(servers, index) };
}

async function restart(servers: Stack[], index: number) {
  const server = servers[index];
  if (!server) throw new Error(`no server ${index}`);
  const began = performance.now();
  const code = await server.terminate();
  const stoppedMs = performance.now() - began;
  const { port, dataDir, variables } = server;
  servers[index] = await startStack({ port, dataDir, variables });
  return { code, stoppedMs };
}

async function addMonitor(api: ApiClient, url: string): Promise<number> {
  const { id } = await api.post<{ id: number }>("/uptime/monitors", {
    name: url,
    protocol: "http",
    request: { method: "GET", url },
    regions: ["eu-deu-fra"],
    interval: 30,
    timeout: 5000,
  });
  return id;
}

async function addPage(api: ApiClient, ids: readonly number[]): Promise<void> {
  await api.post("/uptime/status-pages", {
    name: "Acme",
    title: "Acme status",
    description: "Live state of Acme.",
    website_url: "https://acme.example",
    subdomain: "acme",
    search_engine_indexed: false,
    components: ids.map((id) => ({
      componentable_type: "uptime/monitor",
      componentable_id: id,
      display_name: null,
    })),
  });
}
