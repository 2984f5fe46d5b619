import { execFileSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { waitFor } from "@/lib/testing/processes/wait";
import { type ApiClient, apiClient } from "./support/api-client";
import { type Database, startDatabase } from "./support/database";
import { type Stack, startStack } from "./support/stack";
import { startWebTarget, type WebTarget } from "./support/web-target";

// A cluster: two complete servers, each with its own runner, share one PostgreSQL.
const SECRET = "a secret of the cluster, the same on every server";
const PAGE = "/uptime/status-pages";

interface Listed {
  data: { id: number; status: string; last_checked_at: string | null }[];
}

let database: Database;
let target: WebTarget;
let hooks: WebTarget;
let servers: Stack[] = [];
let apis: ApiClient[] = [];

// No retries: losing data only occasionally is still losing data.
test.describe.configure({ retries: 0 });

test.beforeAll(async () => {
  [database, target, hooks] = await Promise.all([startDatabase(), startWebTarget(), startWebTarget()]);
  const variables = {
    DATABASE_URL: database.url,
    APP_SECRET: SECRET,
    ALLOW_PRIVATE_TARGETS: "127.0.0.0/8",
    API_RATE_LIMIT: "10000",
  };
  // Start both at once: they migrate the same empty database, and only one may do so at a time.
  servers = await Promise.all([startStack({ variables }), startStack({ variables })]);
  apis = [await apiClient(first(), 1), await apiClient(second(), 1)];
});

test.afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await Promise.all([target?.stop(), hooks?.stop()]);
  await database?.stop();
});

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`no element at index ${index}`);
  return found;
}
const first = () => at(servers, 0);
const second = () => at(servers, 1);
const monitorAt = async (server: number) =>
  (await at(apis, server).get<Listed>("/uptime/monitors")).data.at(0);

const deliveriesOf = (key: string) => hooks.received.filter(({ body }) => body.includes(key)).length;
test("two servers on one database share state, open one incident, send one alert, and survive each other's failure", async () => {
  await test.step("each server reads what the other writes, and both serve the status page", async () => {
    const request = { method: "GET", url: target.url };
    const monitor = { name: "Shop", protocol: "http", request, regions: ["eu-deu-fra"], interval: 30 };
    const made = await at(apis, 0).post<{ id: number }>("/uptime/monitors", monitor);
    expect((await monitorAt(1))?.id).toBe(made.id);
    const component = {
      componentable_type: "uptime/monitor",
      componentable_id: made.id,
      display_name: "Shop",
    };
    await at(apis, 1).post(PAGE, {
      name: "Acme",
      title: "Acme status",
      description: "Live state of Acme.",
      website_url: "https://acme.example",
      subdomain: "acme",
      search_engine_indexed: false,
      components: [component],
    });
    for (const server of servers)
      await waitFor("the page", async () =>
        (await (await fetch(`${server.url}/status/acme`)).text()).includes("Shop"),
      );
    await addWebhook();
    await waitFor("the first result", async () => (await monitorAt(0))?.status === "online");
  });

  await test.step("while one server is frozen, the other detects the outage; the thawed one repeats nothing", async () => {
    signalWhole(first(), "SIGSTOP");
    target.answer(500);
    try {
      await waitFor("the outage", async () => (await monitorAt(1))?.status === "offline");
      await hooks.waitForRequest("the alert", ({ body }) => body.includes("uptime.incident.created"));
    } finally {
      signalWhole(first(), "SIGCONT");
    }
    await waitFor("the thawed server to agree", async () => (await monitorAt(0))?.status === "offline");
    expect((await at(apis, 0).get<Listed>("/uptime/incidents")).data).toHaveLength(1);
  });

  await test.step("after kill -9 of one server, the other checks, decides, and alerts", async () => {
    first().child.kill("SIGKILL");
    target.answer(200);
    await waitFor("the recovery", async () => (await monitorAt(1))?.status === "online");
    await hooks.waitForRequest("the recovery notification", ({ body }) =>
      body.includes("uptime.incident.recovered"),
    );
    expect([deliveriesOf("uptime.incident.created"), deliveriesOf("uptime.incident.recovered")]).toEqual([
      1, 1,
    ]);
    expect((await at(apis, 1).get<Listed>("/uptime/incidents")).data).toHaveLength(1);
  });
});

/** Signals the server and its children (its runner), as a hypervisor that pauses the machine would. */
function signalWhole(stack: Stack, signal: NodeJS.Signals): void {
  const pid = Number(stack.child.pid);
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  for (const one of [pid, ...children.trim().split(/\s+/).map(Number)]) process.kill(one, signal);
}

async function addWebhook(): Promise<void> {
  const integration = await at(apis, 0).post<{ id: number }>("/apps/outgoing_webhook/integrations", {
    name: "Ops",
    settings: { url: hooks.url, secret: "whsec_c2lnbmVkIGJ5IHZlZGV0dGUgaW4gdGhlIHN0b3J5" },
  });
  const integration_settings = { schema: JSON.stringify({ event: "{{ event.key }}" }) };
  for (const event of ["uptime.incident.created", "uptime.incident.recovered"])
    await at(apis, 0).post("/alert-rules", {
      event,
      integration_id: integration.id,
      rate_limit: 0,
      integration_settings,
    });
}
