import { afterEach, beforeEach, expect, test } from "vitest";
import { fanOut } from "@/lib/alerting/fan-out";
import { forget } from "@/lib/shared/once";
import { CREATED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { run } from "@/lib/testing/sql";
import { startWorker } from "./worker";

const stage = useNotificationStage();

beforeEach(async () => {
  process.env.VEDETTE_EMBEDDED = "1";
  forget("env");
  await stage.hookFor(CREATED);
  await stage.openIncident();
});
afterEach(() => {
  delete process.env.VEDETTE_EMBEDDED;
  forget("env");
});

async function restarted(): Promise<void> {
  const worker = await startWorker();
  try {
    await expect.poll(() => stage.receiver.received.length, { timeout: 10_000 }).toBe(1);
  } finally {
    await worker.stop();
  }
}

test("fans out at its start what the only server had reserved when it was killed", async () => {
  await run`update events set fan_out_after = now() + interval '30 seconds'`;
  await restarted();
});

test("sends at its start what the only server was sending when it was killed", async () => {
  const rows = await run<{ id: number }>`select id from events where fanned_out_at is null`;
  await fanOut(...rows.map(({ id }) => id));
  await run`update deliveries set attempts = 1, leased_until = now() + interval '90 seconds'`;
  await restarted();
});
