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
const OWNER = ["owner", "a-Password-of-1-benchmark"];

/** Down, up, and pending. */
const STATES: readonly State[] = ["down", "up", null];

interface Reply {
  readonly ok: boolean;
  readonly msg?: string;
  readonly id?: number;
}
interface Socket {
  on(event: string, run: (given: never) => void): void;
  emit(event: string, ...args: unknown[]): void;
  close(): void;
}

const ask = (socket: Socket, event: string, ...args: unknown[]) =>
  new Promise<Reply>((resolve, reject) =>
    socket.emit(event, ...args, (reply: Reply) =>
      reply.ok ? resolve(reply) : reject(new Error(`${event}: ${reply.msg}`)),
    ),
  );

function monitorOf({ name, url, method, keyword, verifiesTls }: Watched, by: number) {
  return {
    ...{ type: keyword === null ? "http" : "keyword", name, url, method, keyword, active: true },
    ...{ interval: INTERVAL_S, retryInterval: INTERVAL_S, resendInterval: 0, timeout: TIMEOUT_S },
    // Alerts after the first failure, which is what the form of a new monitor begins with.
    maxretries: 0,
    ...{
      ignoreTls: !verifiesTls,
      maxredirects: 10,
      accepted_statuscodes: ["200-299"],
      expiryNotification: false,
    },
    ...{ notificationIDList: { [by]: true }, conditions: [], kafkaProducerBrokers: [], rabbitmqNodes: [] },
    ...{ kafkaProducerSaslOptions: { mechanism: "None" }, authMethod: null, httpBodyEncoding: "json" },
    body: method === "POST" ? "{}" : null,
  };
}

export const uptimeKuma: Product = {
  name: "Uptime Kuma",
  missing: () => (existsSync(`${FOLDER}/server/server.js`) ? null : "set UPTIME_KUMA to its folder"),
  version: async () =>
    (JSON.parse(readFileSync(`${FOLDER}/package.json`, "utf8")) as { version: string }).version,
  alertsIn: (body) => {
    const { monitor, heartbeat } = body as {
      monitor: { name: string } | null;
      heartbeat: { status: number };
    };
    return monitor ? [{ name: monitor.name, isDown: heartbeat.status === 0 }] : [];
  },
  start: async (webhook) => {
    const port = await freePort();
    const data = mkdtempSync(path.join(tmpdir(), "kuma-"));
    const env = {
      ...process.env,
      DATA_DIR: `${data}/`,
      NODE_ENV: "production" as const,
    };
    writeFileSync(path.join(data, "db-config.json"), '{"type": "sqlite"}');
    const args = ["server/server.js", `--port=${port}`, "--host=127.0.0.1"];
    const child = spawn(process.execPath, args, { cwd: FOLDER, env, stdio: "ignore" });
    const origin = `http://127.0.0.1:${port}`;
    await waitFor(
      "Uptime Kuma to be ready",
      () =>
        fetch(origin).then(
          () => true,
          () => false,
        ),
      60_000,
    );
    const require = createRequire(`${FOLDER}/package.json`);
    const { io } = require("socket.io-client") as { io: (url: string) => Socket };
    const socket = io(origin);
    const names = new Map<number, string>();
    const statuses = new Map<number, number>();
    socket.on("heartbeat", ({ monitorID, status }: { monitorID: number | string; status: number }) => {
      statuses.set(Number(monitorID), status);
    });
    await ask(socket, "setup", ...OWNER);
    await ask(socket, "login", { username: OWNER[0], password: OWNER[1], token: "" });
    const how = { name: "Verdicts", type: "webhook", webhookURL: webhook, webhookContentType: "json" };
    const { id: by = 0 } = await ask(
      socket,
      "addNotification",
      { ...how, isDefault: false, active: true },
      null,
    );
    return {
      pids: [child.pid ?? 0],
      watch: async (watched) => {
        for (const each of watched) {
          const { monitorID } = (await ask(socket, "add", monitorOf(each, by))) as Reply & {
            monitorID: number;
          };
          names.set(monitorID, each.name);
        }
      },
      states: async () =>
        new Map(
          Array.from(names, ([id, name]): [string, State] => [name, STATES[statuses.get(id) ?? 2] ?? null]),
        ),
      stop: () => {
        socket.close();
        child.kill();
        rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
      },
    };
  },
};
