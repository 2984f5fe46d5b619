import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { startWorker } from "@/lib/jobs/worker";
import { setEnv } from "@/lib/shared/env";
import { recordEvent } from "@/lib/store/alerting/events";
import { pool } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { program } from "@/lib/testing/program";
import { type Receiver, startReceiver } from "@/lib/testing/receiver";
import type { Bench, BenchOptions, Measure } from "./bench";
import { benchDatabase } from "./ingest-database";
import { makeProjects, pending, until } from "./webhooks-setup";

const CREATED = "uptime.incident.created";
const KILLS = 40;

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

async function withReceiver<T>(work: (receiver: Receiver) => Promise<T>): Promise<T> {
  const database = await benchDatabase();
  const receiver = await startReceiver();
  setEnv({ ALLOW_PRIVATE_TARGETS: "127.0.0.0/8" });
  try {
    await makeProjects(1, [receiver.url]);
    return await work(receiver);
  } finally {
    await receiver.close();
    await database.stop();
  }
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
  { id: "N2", title: "job worker killed with SIGKILL while notifying", goal: "0 lost", run: killed },
];
