import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttp, request } from "node:http";
import { createServer as createHttps, type Server } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { announceExpiringCertificates } from "@/lib/engine/certificates/certificates";
import { monotonicMs } from "@/lib/shared/clock";
import { sha256 } from "@/lib/shared/secret";
import { db } from "@/lib/store/core/pool";
import { ensureBuiltInRunner } from "@/lib/store/runners/tokens";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { allowLoopback } from "@/lib/testing/notifications/notification-setup";
import { useFrontDoor } from "@/lib/testing/pages/front-door";
import { program } from "@/lib/testing/program";
import { run } from "@/lib/testing/sql";

// The runner is the real program in a separate process. It and the clients reach the API over real sockets.

allowLoopback();
const accounts = useAccounts();

const TOKEN = "runner-token-for-tests";
const folder = new URL("../../../testing/targets/certificates/", import.meta.url);
const pem = (name: string) => readFileSync(new URL(name, folder));
const OLD = { key: pem("self-signed.key.pem"), cert: pem("self-signed.pem") };
const RENEWED = { key: pem("renewed.key.pem"), cert: pem("renewed.pem") };

const frontDoor = useFrontDoor();
let runner: ChildProcess;
let target: Server;
let dataDir = "";
let targetPort = 0;

beforeAll(async () => {
  await ensureBuiltInRunner(sha256(TOKEN));
  target = createHttps(OLD, (_, response) => response.end("ok"));
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  targetPort = portOf(target);
  dataDir = mkdtempSync(path.join(tmpdir(), "vedette-real-runner-"));
  runner = spawn(process.execPath, [program("lib/runner/main.ts")], {
    env: {
      ...process.env,
      CONTROL_URL: `http://127.0.0.1:${frontDoor.port}`,
      RUNNER_TOKEN: TOKEN,
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
});

afterAll(async () => {
  runner.kill("SIGKILL");
  target.closeAllConnections();
  target.close();
  await new Promise((resolve) => runner.once("exit", resolve));
  rmSync(dataDir, { recursive: true, force: true });
});

function portOf(server: { address(): unknown }): number {
  return (server.address() as { port: number }).port;
}

interface Arrived {
  readonly event: string;
  readonly data: Record<string, unknown>;
  readonly atMs: number;
}

/** Returns server-sent events with their arrival times. */
function stream(apiPath: string, body: unknown): Promise<Arrived[]> {
  const arrived: Arrived[] = [];
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port: frontDoor.port, path: `/api${apiPath}`, method: "POST", agent: false },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
          for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
            const event = /^event: (.+)$/m.exec(text.slice(0, end))?.[1];
            const data = /^data: (.+)$/m.exec(text.slice(0, end))?.[1];
            text = text.slice(end + 2);
            if (event && data) arrived.push({ event, data: JSON.parse(data), atMs: monotonicMs() });
          }
        });
        response.once("error", reject);
        response.once("end", () => resolve(arrived));
      },
    );
    sent.once("error", reject);
    sent.setHeader("authorization", `Bearer ${accounts.prjWrite}`);
    sent.setHeader("accept", "text/event-stream");
    sent.setHeader("content-type", "application/json");
    sent.end(JSON.stringify(body));
  });
}

const monitor = (url: string) => ({
  name: "Target",
  protocol: "http",
  request: { method: "GET", url, tls_skip_verify: true },
  regions: ["eu-deu-fra"],
});

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let turn = 0; turn < 300; turn += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await wait(50);
  }
  throw new Error("the condition was not met within 15 s");
}

test("check now streams each phase as it happens, for saved and unsaved monitors", async () => {
  const slow = createHttp((_, response) => setTimeout(() => response.end("ok"), 500));
  await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
  try {
    const input = monitor(`http://127.0.0.1:${portOf(slow)}/`);
    const saved = await api(accounts.prjWrite).post("/uptime/monitors", input);
    expect(saved.status).toBe(201);
    const runs = [
      await stream("/uptime/monitors/check", input),
      await stream(`/uptime/monitors/${saved.body.id}/check`, {}),
    ];
    for (const events of runs) {
      const phases = events.filter(({ event }) => event === "phase");
      expect(phases.map(({ data }) => data.phase)).toEqual([
        "dns",
        "connect",
        "send",
        "first_byte",
        "transfer",
        "done",
      ]);
      expect(events.map(({ event }) => event).slice(-2)).toEqual(["result", "done"]);
      // Live: earlier phases were reported before the target's half-second delay ended.
      const at = (phase: string) => phases.find(({ data }) => data.phase === phase)?.atMs ?? 0;
      expect(at("first_byte") - at("connect")).toBeGreaterThan(300);
      expect(events.at(-2)?.data).toMatchObject({ region: "eu-deu-fra", outcome: "up", status_code: 200 });
    }
  } finally {
    slow.closeAllConnections();
    slow.close();
  }
});

test("real checks discover certificates of HTTPS and TLS monitors, keep renewed ones next to the old, and announce their expiry", async () => {
  const write = api(accounts.prjWrite);
  const make = async (body: object): Promise<number> => {
    const { status, body: made } = await write.post("/uptime/monitors", body);
    expect(status).toBe(201);
    return made.id;
  };
  const certificates = async (id: number): Promise<Record<string, unknown>[]> =>
    (await api(accounts.prjRead).get(`/uptime/certificates?monitor_id[]=${id}`)).body.data;
  const subjects = (id: number, count: number) =>
    until(async () => {
      const found = await certificates(id);
      return found.length >= count ? found.map((one) => one.subject_common_name) : undefined;
    });
  const https = await make(monitor(`https://127.0.0.1:${targetPort}/`));
  expect(await subjects(https, 1)).toEqual(["target.localhost"]);

  await write.post(`/uptime/monitors/${https}/pause`);
  const port = { host: "127.0.0.1", port: targetPort, connection: "tls", tls_skip_verify: true };
  const tls = await make({ name: "Port", protocol: "tcp", request: port, regions: ["eu-deu-fra"] });
  expect(await subjects(tls, 1)).toEqual(["target.localhost"]);

  // Changes reach a runner in order: it has already paused the first monitor, and checks it as soon as it is resumed.
  target.setSecureContext(RENEWED);
  await write.post(`/uptime/monitors/${https}/resume`);
  expect(await subjects(https, 2)).toEqual(["renewed.localhost", "target.localhost"]);
  const [active] = await certificates(https);
  const expiry = Date.parse(String(active?.not_after));

  const [integration] = await run`insert into integrations (project_id, app, name)
    values (${accounts.projects.app}, 'email', 'Mail') returning id`;
  await run`insert into alert_rules (organization_id, integration_id, event, event_settings)
    values (${accounts.organizationId}, ${integration.id}, 'uptime.monitor_certificate.expiring', ${JSON.stringify({ days_before_expiry: 14 })})`;
  const daysBefore = (days: number) => new Date(expiry - days * 24 * 3600_000);
  const expiring = async () => {
    const rows = await run`select monitor_id, occurred_at from events
      where key = 'uptime.monitor_certificate.expiring' and monitor_id = ${https}`;
    return rows.map((row) => row.occurred_at);
  };
  await announceExpiringCertificates(daysBefore(15));
  expect(await expiring()).toEqual([]);
  await announceExpiringCertificates(daysBefore(13));
  expect(await expiring()).toEqual([daysBefore(13)]);

  const discovered = await db()
    .selectFrom("events")
    .select("monitor_id")
    .where("key", "=", "uptime.monitor_certificate.discovered")
    .where("monitor_id", "in", [https, tls])
    .execute();
  const found = discovered.map((row) => row.monitor_id);
  expect(found.filter((id) => id === https)).toHaveLength(2);
  // A second time if one of its checks was due after the renewal.
  expect(found).toContain(tls);
});
