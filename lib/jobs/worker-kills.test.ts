import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { addJob } from "@/lib/store/core/jobs";
import { tx } from "@/lib/store/core/tx";
import { useDatabase } from "@/lib/testing/database";
import { run } from "@/lib/testing/sql";
import { tasks } from "./tasks";
import { startWorker } from "./worker";

const database = useDatabase();

const KILLS = 50;
const ROUNDS = 30;
const TEST_INCIDENT = { projectId: 0, testIncidentId: "00000000-0000-4000-8000-000000000000" };
const SUBJECT = { organizationId: 0, to: [], level: "info", title: "", lines: [], facts: [], footer: "" };
const PAYLOADS: Partial<Record<keyof typeof tasks, object>> = {
  clear_test_incident: TEST_INCIDENT,
  end_test_incident: TEST_INCIDENT,
  run_test_incident: TEST_INCIDENT,
  deliver_push: { deliveryId: 0 },
  integration_paused: { integrationId: 0, reason: "" },
  model_text: SUBJECT,
  password_reset: { email: "nobody@example.com" },
  render_project_pages: { projectId: 0 },
  send_page_mails: { ids: [0] },
  subscription_mail: { subscriberId: 0, askedAt: "" },
  system_mail: SUBJECT,
  announce_events: { projectId: 0 },
  announce_window: { windowId: 0 },
};

async function working(): Promise<void> {
  const worker = await startWorker();
  onTestFinished(() => worker.stop());
}

async function stubborn(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; tries <= 20; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries === 20) throw error;
    }
  }
}

/** Queues a job of every kind and waits until the worker has run each. Not every one succeeds, because their records don't exist. */
async function runsEveryKind(): Promise<void> {
  await tx(async (trx) => {
    for (const kind of Object.keys(tasks))
      await addJob(trx, kind, PAYLOADS[kind as keyof typeof tasks] ?? {}, { key: `probe:${kind}` });
  });
  const waiting = () =>
    run`select key from graphile_worker.jobs where key like 'probe:%' and last_error is null`;
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
}

test("runs every kind of job after its connections were killed fifty times", {
  timeout: 120_000,
}, async () => {
  const killer = new pg.Client({ connectionString: database.url });
  await killer.connect();
  onTestFinished(() => killer.end());
  await working();
  for (let kill = 0; kill < KILLS; kill += 1) {
    await stubborn(() =>
      tx(async (trx) => {
        for (let job = 0; job < 20; job += 1)
          await addJob(trx, "render_project_pages", { projectId: job }, { queue: `render:${job}` });
      }),
    );
    await killer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
  }
  await stubborn(runsEveryKind);
  const left = () =>
    run`select id from graphile_worker._private_jobs where locked_at < now() - interval '50 seconds'`;
  await expect.poll(left).toEqual([]);
});

test("completes jobs while transactions request them again in another order", {
  timeout: 60_000,
}, async () => {
  await working();
  const keys = Array.from({ length: 6 }, (_, at) => `render:${at}`);
  const request = (order: readonly string[], pauseMs: number) =>
    tx(async (trx) => {
      for (const key of order) {
        await addJob(trx, "render_project_pages", { projectId: 0 }, { key, queue: key });
        await wait(pauseMs);
      }
    });
  for (let round = 0; round < ROUNDS; round += 1) {
    await request(keys, 0);
    await request([...keys].reverse(), 5);
  }
  await runsEveryKind();
});
