import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Client, expectSame } from "./client";

const client: Client = {
  name: "healthchecks-io-client",
  packages: ["healthchecks-io-client"],
  does: "create, list by tag, update, ping, list pings and flips, pause, and delete with another base URL",
  run: ({ url, key, script }) =>
    script(
      `
import { HealthChecksApiClient, HealthChecksPingClient } from "healthchecks-io-client";
const baseUrl = process.env.URL;
const api = new HealthChecksApiClient({ apiKey: process.env.KEY, baseUrl });
const made = await api.createCheck({ name: "Node client", tags: "node client", timeout: 3600, grace: 60, unique: ["name"] });
const uuid = made.ping_url.split("/").at(-1);
const ping = new HealthChecksPingClient({ uuid, baseUrl: baseUrl + "/ping" });
await ping.start();
await ping.success();
const { checks } = await api.getChecks(["node", "client"]);
const updated = await api.updateCheck(uuid, { name: "Renamed" });
const { pings } = await api.listPings(uuid);
await api.listFlips(uuid, { seconds: 3600 });
await api.getIntegrations();
const paused = await api.pauseCheck(uuid);
const deleted = await api.deleteCheck(uuid);
console.log([checks.length, updated.name, pings.map(({ type }) => type), paused.status, deleted.name].join(" | "));`,
      { URL: url, KEY: key },
    ),
};

const PYTHON = ["jsonschema", "attr", "pyrsistent", "ruamel.yaml", "ruamel.yaml.clib", "requests", "urllib3"];
const MORE = ["certifi", "chardet", "idna", "colorama", "packaging", "msgpack", "pkg-resources"];

const borgmatic: Client = {
  name: "borgmatic",
  packages: [
    "borgmatic",
    "borgbackup",
    ...[...PYTHON, ...MORE].map((name) => `python3-${name}`),
    "libxxhash0",
  ],
  isDebian: true,
  does: "a backup with its Healthchecks hook reports its start, success with log, and a failure",
  run: async ({ folder, url, api, exec }) => {
    const made = await api("POST", "/uptime/monitors", {
      name: "borgmatic",
      protocol: "heartbeat",
      request: {},
    });
    await mkdir(path.join(folder, "source"));
    await writeFile(path.join(folder, "source/file"), "data");
    const configuration = (source: string) => `
location:
  source_directories: [${path.join(folder, source)}]
  repositories: [${path.join(folder, "repository")}]
  local_path: ${path.join(folder, "usr/bin/borg")}
storage: {unknown_unencrypted_repo_access_is_ok: true, borg_base_directory: ${folder}}
hooks: {healthchecks: {ping_url: "${url}/ping/${made.request.token}"}}
`;
    const env = {
      PYTHONPATH: path.join(folder, "usr/lib/python3/dist-packages"),
      HOME: folder,
      BORG_BASE_DIR: folder,
    };
    await exec("python3", ["usr/bin/borg", "init", "--encryption=none", "repository"], env);
    await writeFile(path.join(folder, "good.yaml"), configuration("source"));
    await writeFile(path.join(folder, "bad.yaml"), configuration("nowhere").replace("repository", "nothing"));
    const backup = (file: string) =>
      exec("python3", ["usr/bin/borgmatic", "create", "-c", file, "--monitoring-verbosity", "2"], env);
    await backup("good.yaml");
    await backup("bad.yaml").catch(() => undefined);
    const { signals } = await api("GET", `/uptime/monitors/${made.id}/heartbeat`);
    const kinds = signals.map(({ kind }: { kind: string }) => kind).reverse();
    expectSame(kinds, ["start", "success", "start", "fail"], "signals");
    return `${kinds.join(", ")}; log of ${signals[2].body_bytes} bytes`;
  },
};

export const healthchecksClients: readonly Client[] = [client, borgmatic];
