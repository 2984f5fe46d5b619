import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@/lib/testing/processes/ports";
import { waitFor } from "@/lib/testing/processes/wait";
import { INTERVAL_S, type Product, type State, TIMEOUT_S, type Watched } from "./product";

/** Its folder with the packages it needs and its built interface. */
const FOLDER = process.env.UPTIME_KUMA ?? "/opt/uptime-kuma";
const PACKAGE = path.join(FOLDER, "package.json");
const [NAME, PASSWORD] = ["owner", "a-Password-of-1-benchmark"];
/** Down, up, and pending. */
const STATES: readonly State[] = ["down", "up", null];

interface Reply {
  readonly ok: boolean;
  readonly msg?: string;
  readonly id?: number;
  readonly monitorID?: number;
}
interface Socket {
  on(event: string, run: (given: { monitorID: number | string; status: number }) => void): void;
  emit(event: string, ...args: unknown[]): void;
  close(): void;
}

const ask = (socket: Socket, event: string, ...args: unknown[]) =>
  new Promise<Reply>((resolve, reject) => {
    const answer = (reply: Reply) =>
      reply.ok ? resolve(reply) : reject(new Error(`${event}: ${reply.msg}`));
    socket.emit(event, ...args, answer);
  });

/** Alerts at the first failure, which is what the form of a new monitor begins with. */
function monitorOf({ verifiesTls, ...watched }: Watched, notification: number): object {
  const times = { interval: INTERVAL_S, retryInterval: INTERVAL_S, resendInterval: 0, timeout: TIMEOUT_S };
  const http = { ignoreTls: !verifiesTls, maxredirects: 10, accepted_statuscodes: ["200-299"] };
  const unused = {
    kafkaProducerBrokers: [],
    kafkaProducerSaslOptions: { mechanism: "None" },
    rabbitmqNodes: [],
  };
  const rest = { active: true, maxretries: 0, conditions: [], notificationIDList: { [notification]: true } };
  return { ...watched, ...times, ...http, ...unused, ...rest, type: watched.keyword ? "keyword" : "http" };
}

/** Starts it on a new database with an owner, and returns its connection. */
async function started(port: number, data: string) {
  writeFileSync(path.join(data, "db-config.json"), '{"type": "sqlite"}');
  const args = ["server/server.js", `--port=${port}`, "--host=127.0.0.1"];
  const env = { ...process.env, DATA_DIR: `${data}/`, NODE_ENV: "production" as const };
  const child = spawn(process.execPath, args, { cwd: FOLDER, env, stdio: "ignore" });
  const origin = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(origin).catch(() => null)) !== null;
  await waitFor("Uptime Kuma to be ready", isReady);
  const client = createRequire(PACKAGE)("socket.io-client") as { io: (url: string) => Socket };
  const socket = client.io(origin);
  await ask(socket, "setup", NAME, PASSWORD);
  await ask(socket, "login", { username: NAME, password: PASSWORD, token: "" });
  return { child, socket };
}

export const uptimeKuma: Product = {
  name: "Uptime Kuma",
  help: "set UPTIME_KUMA to its folder",
  version: () =>
    existsSync(PACKAGE) ? (JSON.parse(readFileSync(PACKAGE, "utf8")) as { version: string }).version : null,
  alertsIn: ({ monitor, heartbeat }: { monitor: { name: string } | null; heartbeat: { status: number } }) =>
    monitor ? [{ name: monitor.name, isDown: heartbeat.status === 0 }] : [],
  start: async (webhook) => {
    const data = mkdtempSync(path.join(tmpdir(), "kuma-"));
    const { child, socket } = await started(await freePort(), data);
    const names = new Map<number, string>();
    const states = new Map<number, State>();
    socket.on("heartbeat", ({ monitorID, status }) => states.set(Number(monitorID), STATES[status] ?? null));
    const how = { name: "Benchmark", type: "webhook", webhookURL: webhook, webhookContentType: "json" };
    const { id = 0 } = await ask(socket, "addNotification", { ...how, isDefault: false, active: true }, null);
    return {
      pids: [child.pid ?? 0],
      watch: async (watched) => {
        for (const each of watched) {
          const { monitorID = 0 } = await ask(socket, "add", monitorOf(each, id));
          names.set(monitorID, each.name);
        }
      },
      states: async () =>
        new Map(Array.from(names, ([monitor, name]) => [name, states.get(monitor) ?? null])),
      stop: () => {
        socket.close();
        child.kill();
        rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
      },
    };
  },
};
