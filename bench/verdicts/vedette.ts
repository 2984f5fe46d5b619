import { existsSync, readFileSync } from "node:fs";
import { apiClient } from "../../e2e/support/api-client";
import { OWNED } from "../../e2e/support/people";
import { programFile } from "../../e2e/support/program";
import { startStack } from "../../e2e/support/stack";
import { SERVER_NODE_OPTIONS } from "../server-options";
import { INTERVAL_S, type Product, type State, TIMEOUT_S, type Watched } from "./product";

const VARIABLES = {
  ...OWNED,
  ALLOW_PRIVATE_TARGETS: "127.0.0.0/8,::1/128",
  RUNNER_REGION: "eu-deu-fra",
  // The machine may have no internet.
  ANCHORS: "off",
  ANCHOR_NAMES: "off",
  API_RATE_LIMIT: "1000000",
  LOG_LEVEL: "warn",
};
const { version: VERSION } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const EVENTS = ["created", "recovered"];
const SCHEMA = JSON.stringify({
  event: "{{ event.key }}",
  monitors: { $each: "affected_monitors", $item: { name: "{{ item.name }}" } },
});

function monitorOf({ name, url, method, keyword, verifiesTls }: Watched, atFirstFailure: boolean): object {
  const status = { type: "status_code", operator: "in", value: "2xx,30x" };
  const body = { type: "response_body", operator: "contains", value: keyword };
  return {
    name,
    protocol: "http",
    request: { method, url, tls_skip_verify: !verifiesTls, body: method === "POST" ? "{}" : null },
    regions: ["eu-deu-fra"],
    interval: INTERVAL_S,
    timeout: TIMEOUT_S * 1000,
    success_assertions: keyword === null ? [status] : [status, body],
    ...(atFirstFailure && { incident_confirmations: 1, recovery_confirmations: 1 }),
  };
}

interface Page {
  readonly data: readonly { readonly name: string; readonly status: string }[];
  readonly links: { readonly next: string | null };
}

const STATES: Readonly<Record<string, State>> = { online: "up", offline: "down", partial: "down" };

export const vedette: Product = {
  name: "Vedette",
  help: "run `npm run build`",
  version: () => (existsSync(programFile("server.mjs")) ? VERSION : null),
  alertsIn: ({ event, monitors }: { event: string; monitors: { name: string }[] }) =>
    monitors.map(({ name }) => ({ name, isDown: event.endsWith("created") })),
  start: async (webhook) => {
    const stack = await startStack({ variables: VARIABLES, nodeOptions: SERVER_NODE_OPTIONS });
    const api = await apiClient(stack, 1);
    // Each outage is an incident of its own, as in the other products.
    await api.post("/projects/1", { settings: { use_incident_merging: false } });
    const settings = { url: webhook, secret: "a secret of a benchmark" };
    const { id } = await api.post<{ id: number }>("/apps/outgoing_webhook/integrations", {
      name: "Benchmark",
      settings,
    });
    for (const event of EVENTS)
      await api.post("/alert-rules", {
        event: `uptime.incident.${event}`,
        integration_id: id,
        rate_limit: 0,
        event_settings: { type: "all" },
        integration_settings: { schema: SCHEMA },
      });
    return {
      pids: stack.child.pid === undefined ? [] : [stack.child.pid],
      watch: async (watched, atFirstFailure) => {
        for (const each of watched) await api.post("/uptime/monitors", monitorOf(each, atFirstFailure));
      },
      states: async () => {
        const states = new Map<string, State>();
        for (let page = 1, isMore = true; isMore; page += 1) {
          const { data, links } = await api.get<Page>(`/uptime/monitors?per_page=100&page=${page}`);
          for (const { name, status } of data) states.set(name, STATES[status] ?? null);
          isMore = links.next !== null;
        }
        return states;
      },
      stop: () => stack.stop(),
    };
  },
};
