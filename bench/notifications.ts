import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { encryptSecrets } from "@/lib/alerting/integration-secrets";
import { defaultWebhookSchema } from "@/lib/contract/apps/outgoing-webhook";
import { startWorker } from "@/lib/jobs/worker";
import { monotonicMs } from "@/lib/shared/clock";
import { setEnv } from "@/lib/shared/env";
import { recordEvent } from "@/lib/store/alerting/events";
import { pool } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { program } from "@/lib/testing/program";
import { type Receiver, startReceiver } from "@/lib/testing/receiver";
import type { Bench, BenchOptions, Measure } from "./bench";
import { benchDatabase } from "./ingest-database";

const CREATED = "uptime.incident.created";
const KILLS = 40;

async function makeProject(url: string): Promise<void> {
  await pool().query("insert into organizations (name) values ('Bench')");
  await pool().query(
    "insert into projects (organization_id, name, slug, incident_prefix) values (1, 'Bench', 'bench', 'BEN')",
  );
  await pool().query(
    "insert into integrations (project_id, app, name, settings, secrets) values (1, 'outgoing_webhook', 'Hook', $1, $2)",
    [JSON.stringify({ url }), encryptSecrets(1, { secret: "a secret of benches" })],
  );
  await pool().query(
    "insert into alert_rules (organization_id, project_id, integration_id, event, integration_settings) values (1, 1, 1, $1, $2)",
    [CREATED, JSON.stringify({ schema: defaultWebhookSchema(CREATED) })],
  );
}

async function openIncident(number: number): Promise<void> {
  await tx(async (trx) => {
    const { id } = await trx
      .insertInto("incidents")
      .values({
        project_id: 1,
        number,
        slug: `BEN-${number}`,
        type: "manual",
        title: `Incident ${number}`,
        impact: "unknown",
        incident_at: new Date(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await recordEvent(trx, { projectId: 1, key: CREATED, occurredAt: new Date(), incidentId: id });
  });
}

async function pending(): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    `select (select count(*) from deliveries where status = 'pending') + (select count(*) from events where fanned_out_at is null) as count`,
  );
  return rows[0]?.count ?? 0;
}

async function until(done: () => Promise<boolean>, timeoutMs: number): Promise<void> {
  const end = monotonicMs() + timeoutMs;
  while (!(await done())) {
    if (monotonicMs() > end) throw new Error(`Not finished within ${timeoutMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function withReceiver<T>(work: (receiver: Receiver) => Promise<T>): Promise<T> {
  const database = await benchDatabase();
  const receiver = await startReceiver();
  setEnv({ ALLOW_PRIVATE_TARGETS: "127.0.0.0/8" });
  try {
    await makeProject(receiver.url);
    return await work(receiver);
  } finally {
    await receiver.close();
    await database.stop();
  }
}

async function drainRate({ quick }: BenchOptions): Promise<Measure[]> {
  const count = quick ? 1000 : 10_000;
  return withReceiver(async (receiver) => {
    for (let number = 1; number <= count; number += 1) await openIncident(number);
    const start = monotonicMs();
    const worker = await startWorker();
    await until(async () => (await pending()) === 0, 600_000);
    const seconds = (monotonicMs() - start) / 1000;
    await worker.stop();
    const ids = new Set(receiver.received.map((one) => one.headers["webhook-id"]));
    const value = Math.round(count / seconds);
    const whole = ids.size === count && receiver.received.length === count;
    const note = `${count} events, signed webhooks to loopback; received ${receiver.received.length}, different IDs ${ids.size}`;
    return [{ value, unit: "alerts/s", ok: whole, noisy: false, note }];
  });
}

async function startChild(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program("lib/testing/alert-worker.ts")], {
    env: process.env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (child.stdout) await once(child.stdout, "data");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

/**
 * Kills a worker with SIGKILL at points from before the fan-out to after the mark, with 5 incidents in progress each
 * time.
 */
async function killRounds(kills: number, receiver: Receiver): Promise<number> {
  let number = 0;
  for (let round = 0; round < kills; round += 1) {
    const child = await startChild();
    const seen = receiver.received.length;
    let gone: Promise<void> | null = null;
    const delayMs = (round % 10) * 3;
    receiver.respond = (_, response) => {
      // Even rounds kill before the response leaves, odd ones a few milliseconds after.
      if (round % 2 === 0 && !gone) gone = kill(child);
      else response.end("ok");
    };
    for (let each = 0; each < 5; each += 1) {
      number += 1;
      await openIncident(number);
    }
    if (round % 4 === 1) await until(async () => receiver.received.length > seen, 5000);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (round % 2 === 0) await until(async () => gone !== null, 10_000);
    await (gone ?? kill(child));
  }
  return number;
}

/** Lets the time pass for which what a dead worker began stays leased. */
async function passTime(): Promise<void> {
  await pool().query(
    `update deliveries set leased_until = leased_until - interval '1 hour', next_attempt_at = next_attempt_at - interval '1 hour'
     where status = 'pending'`,
  );
  await pool().query(
    "update events set created_at = created_at - interval '1 hour' where fanned_out_at is null",
  );
}

async function killed({ quick }: BenchOptions): Promise<Measure[]> {
  const kills = quick ? 6 : KILLS;
  return withReceiver(async (receiver) => {
    const count = await killRounds(kills, receiver);
    receiver.respond = (_, response) => response.end("ok");
    await passTime();
    const worker = await startWorker();
    await until(async () => {
      return (await pending()) === 0;
    }, 120_000);
    await worker.stop();
    const ids = new Set(receiver.received.map((one) => one.headers["webhook-id"]));
    const lost = count - ids.size;
    const repeats = receiver.received.length - ids.size;
    const note = `${kills} kills, ${count} events: ${lost} lost, ${repeats} repeats with the same ID`;
    return [{ value: lost, unit: "lost", ok: lost === 0 && repeats <= kills * 4, noisy: false, note }];
  });
}

export const benches: Bench[] = [
  { id: "N1", title: "queued alerts drained, signed webhooks", goal: "each once", run: drainRate },
  { id: "N2", title: "job worker killed with SIGKILL while notifying", goal: "0 lost", run: killed },
];
