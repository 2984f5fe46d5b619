import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { freePort } from "@/lib/testing/processes/ports";
import { waitFor } from "@/lib/testing/processes/wait";
import { type Client, expectSame, type Stage } from "./client";

function configuration({ url, key }: Stage, closedPort: number): string {
  const { host } = new URL(url);
  const job = (module: string, target: string) => `
- job_name: ${module}
  metrics_path: /probe
  params: {module: [${module}]}
  authorization: {credentials: ${key}}
  static_configs: [{targets: ["${target}", "${target.replace(/:\d+/, `:${closedPort}`)}"]}]
  relabel_configs:
  - {source_labels: [__address__], target_label: __param_target}
  - {source_labels: [__param_target], target_label: instance}
  - {target_label: __address__, replacement: "${host}"}`;
  return `
global: {scrape_interval: 5s, scrape_timeout: 5s}
scrape_configs:${job("http_2xx", `http://127.0.0.1:${new URL(url).port}/api/healthz`)}${job("tcp_connect", `127.0.0.1:${new URL(url).port}`)}
- job_name: kuma
  basic_auth: {password: ${key}}
  static_configs: [{targets: ["${host}"]}]`;
}

/** Starts a program, calls `work` once its address responds, and ends it. */
async function running<T>(stage: Stage, [command, ...args]: string[], ready: string, work: () => Promise<T>) {
  const child = spawn(path.join(stage.folder, command ?? ""), args, { cwd: stage.folder, stdio: "ignore" });
  try {
    const isReady = () =>
      fetch(ready).then(
        ({ ok }) => ok,
        () => false,
      );
    await waitFor(`${command} to be ready`, isReady);
    return await work();
  } finally {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill();
    await ended;
  }
}

const prometheus: Client = {
  name: "Prometheus",
  packages: ["prometheus"],
  isDebian: true,
  does: "scrapes /probe (http_2xx, tcp_connect, each up and down) and /metrics as Uptime Kuma's",
  run: async (stage) => {
    await stage.api("POST", "/uptime/monitors", { name: "Scraped", protocol: "heartbeat", request: {} });
    const port = await freePort();
    await writeFile(path.join(stage.folder, "prometheus.yml"), configuration(stage, await freePort()));
    const origin = `http://127.0.0.1:${port}`;
    const listen = `--web.listen-address=127.0.0.1:${port}`;
    const program = [
      "usr/bin/prometheus",
      "--config.file=prometheus.yml",
      "--storage.tsdb.path=data",
      listen,
    ];
    return running(stage, program, `${origin}/-/ready`, async () => {
      const values = async (query: string): Promise<string[]> => {
        const answer = await fetch(`${origin}/api/v1/query?query=${encodeURIComponent(query)}`);
        const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } };
        return data.result.map(({ value }) => value[1]).sort();
      };
      await waitFor("four probes", async () => (await values("probe_success")).length === 4);
      expectSame(await values("probe_success"), ["0", "0", "1", "1"], "probe_success");
      expectSame(await values("max(probe_http_status_code)"), ["200"], "probe_http_status_code");
      expectSame(await values('min(up{job!="kuma"})'), ["1"], "up");
      await waitFor("monitor_status", async () => (await values("monitor_status")).length > 0);
      return "probe_success 1 and 0 for both modules, status 200, monitor_status scraped";
    });
  },
};

const blackbox: Client = {
  name: "blackbox_exporter",
  packages: ["prometheus-blackbox-exporter"],
  isDebian: true,
  does: "its metrics beside those of /probe for one target (http_2xx, tcp_connect, icmp)",
  run: async (stage) => {
    const port = await freePort();
    const modules = "{http_2xx: {prober: http}, tcp_connect: {prober: tcp}, icmp: {prober: icmp}}";
    await writeFile(path.join(stage.folder, "blackbox.yml"), `modules: ${modules}`);
    const origin = `http://127.0.0.1:${port}`;
    const program = ["usr/bin/prometheus-blackbox-exporter", "--config.file=blackbox.yml"];
    return running(stage, [...program, `--web.listen-address=127.0.0.1:${port}`], origin, async () => {
      const own = new URL(stage.url).port;
      const targets = {
        http_2xx: `127.0.0.1:${own}/api/healthz`,
        tcp_connect: `127.0.0.1:${own}`,
        icmp: "127.0.0.1",
      };
      const seen: string[] = [];
      for (const [module, target] of Object.entries(targets)) {
        const lines = async (at: string, headers: Record<string, string> = {}) =>
          (await textAt(`${at}/probe?module=${module}&target=${target}`, headers))
            .split("\n")
            .filter((line) => line.startsWith("probe_"));
        const theirs = await lines(origin);
        const ours = await lines(stage.url, { authorization: `Bearer ${stage.key}` });
        const names = (all: string[]) => new Set(all.map((line) => line.replace(/[ {].*/, "")));
        const facts = /^probe_(success|http_status_code|http_redirects|http_ssl|ip_protocol|http_version) /;
        const factsOf = (all: string[]) => all.filter((line) => facts.test(line));
        expectSame(factsOf(ours).sort(), factsOf(theirs).sort(), module);
        const lacking = [...names(theirs)].filter((name) => !names(ours).has(name));
        seen.push(
          `${module}: ${names(ours).size} of ${names(theirs).size} metrics, without ${lacking.join(", ") || "none"}`,
        );
      }
      return seen.join("; ");
    });
  },
};

export const prometheusClients: readonly Client[] = [prometheus, blackbox];

async function textAt(url: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`);
  return text;
}
