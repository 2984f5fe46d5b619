import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { freePort } from "@/lib/testing/processes/ports";
import { waitFor } from "@/lib/testing/processes/wait";
import { type Client, expectSame, type Stage } from "./client";
import { through } from "./proxy";

interface Receiver {
  readonly id: number;
  readonly token: string;
}

async function createReceiver({ api }: Stage, name: string): Promise<Receiver> {
  const made = await api("POST", "/uptime/monitors", { name, protocol: "external", request: {} });
  return { id: made.id, token: made.request.token };
}

/** Waits until the monitor has a status, and returns it with the titles of its incidents. */
async function becomes({ api }: Stage, { id }: Receiver, status: string): Promise<string> {
  await waitFor(`monitor ${id} to be ${status}`, async () => {
    const monitor = await api("GET", `/uptime/monitors/${id}`);
    return monitor.status === status;
  });
  const { data } = await api("GET", `/uptime/incidents?monitor_id=${id}`);
  return `${status} (${data.map((each: { title: string; status: string }) => `${each.title}, ${each.status}`).join("; ")})`;
}

const RECEIVERS = ["webhook", "pagerduty", "opsgenie"] as const;

function configuration(url: string, tokens: Record<(typeof RECEIVERS)[number], string>): string {
  const receivers = RECEIVERS.map((name) => `    - {receiver: ${name}, continue: true}`).join("\n");
  return `
route:
  receiver: webhook
  group_wait: 0s
  group_interval: 1s
  group_by: [alertname]
  routes:
${receivers}
receivers:
- name: webhook
  webhook_configs: [{url: "${url}/api/in/${tokens.webhook}/alertmanager", send_resolved: true}]
- name: pagerduty
  pagerduty_configs: [{routing_key: "${tokens.pagerduty}", url: "${url}/v2/enqueue", send_resolved: true}]
- name: opsgenie
  opsgenie_configs: [{api_key: "${tokens.opsgenie}", api_url: "${url}/", send_resolved: true}]
`;
}

/** The program finds its templates only where they would be installed, so it gets a /usr/share of its own. */
const OWN_TEMPLATES = "mount -t tmpfs none /usr/share && cp -r usr/share/prometheus /usr/share &&";

const alertmanager: Client = {
  name: "Prometheus Alertmanager",
  packages: ["prometheus-alertmanager"],
  isDebian: true,
  does: "one alert fires and is resolved through webhook_configs, pagerduty_configs, and opsgenie_configs",
  run: async (stage) => {
    const made = await Promise.all(RECEIVERS.map((name) => createReceiver(stage, name)));
    const tokens = Object.fromEntries(RECEIVERS.map((name, index) => [name, made[index]?.token]));
    const file = path.join(stage.folder, "alertmanager.yml");
    await writeFile(file, configuration(stage.url, tokens as Parameters<typeof configuration>[1]));
    const port = await freePort();
    const address = `127.0.0.1:${port}`;
    const args = ["--config.file=alertmanager.yml", "--storage.path=data", `--web.listen-address=${address}`];
    const command = `${OWN_TEMPLATES} exec usr/bin/prometheus-alertmanager ${args.join(" ")} --cluster.listen-address=`;
    const child = spawn("unshare", ["-rm", "sh", "-c", command], { cwd: stage.folder, stdio: "ignore" });
    try {
      await waitFor("Alertmanager", () =>
        fetch(`http://${address}/-/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      );
      const send = async (change: object) => {
        const alert = {
          labels: { alertname: "ApiSlow" },
          annotations: { summary: "API is slow" },
          ...change,
        };
        const init = {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify([alert]),
        };
        expectSame((await fetch(`http://${address}/api/v2/alerts`, init)).status, 200, "Alertmanager's API");
      };
      const all = (status: string) => Promise.all(made.map((each) => becomes(stage, each, status)));
      await send({});
      await all("offline");
      await send({ endsAt: new Date().toISOString() });
      return (await all("online")).join(", ");
    } finally {
      child.kill();
    }
  },
};

const pagerDuty: Client = {
  name: "PagerDuty pdjs",
  packages: ["@pagerduty/pdjs"],
  does: "trigger, acknowledge, and resolve with another server",
  run: async (stage) => {
    const receiver = await createReceiver(stage, "pdjs");
    const send = (action: string, origin: string) =>
      stage.script(
        `
import { event } from "@pagerduty/pdjs";
const data = { routing_key: "${receiver.token}", event_action: "${action}", dedup_key: "disk",
  payload: { summary: "Disk full", source: "db-1", severity: "critical" } };
const { data: answer } = await event({ server: "${new URL(origin).host}", data });
if (answer.status !== "success" || answer.dedup_key !== "disk") throw new Error(JSON.stringify(answer));`,
        { NODE_EXTRA_CA_CERTS: path.join(stage.folder, "cert.pem") },
      );
    const work = async (origin: string) => {
      await send("trigger", origin);
      await becomes(stage, receiver, "offline");
      await send("acknowledge", origin);
      await send("resolve", origin);
      return becomes(stage, receiver, "online");
    };
    return through(stage, {}, work, true);
  },
};

const opsgenie: Client = {
  name: "Opsgenie SDK",
  packages: ["opsgenie-sdk"],
  does: "create, acknowledge, and close an alert with another host",
  run: async (stage) => {
    const receiver = await createReceiver(stage, "opsgenie-sdk");
    const send = (call: string) =>
      stage.script(`
import opsgenie from "opsgenie-sdk";
opsgenie.configure({ host: "${stage.url}", api_key: "${receiver.token}" });
const alias = { identifier: "disk", identifierType: "alias" };
const answer = await new Promise((resolve, reject) =>
  opsgenie.alertV2.${call}, (error, found) => error ? reject(new Error(JSON.stringify(error))) : resolve(found)));
if (!answer.requestId) throw new Error(JSON.stringify(answer));`);
    await send('create({ message: "Disk full", alias: "disk" }');
    await becomes(stage, receiver, "offline");
    await send("acknowledge(alias, {}");
    await send("close(alias, {}");
    return becomes(stage, receiver, "online");
  },
};

export const alertClients: readonly Client[] = [alertmanager, pagerDuty, opsgenie];
