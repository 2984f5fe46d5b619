import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { CheckResult } from "@/lib/contract/checks/check";
import { readiness } from "@/lib/engine/health/readiness";
import { ingest } from "@/lib/engine/ingest";
import { relieveDisk } from "@/lib/engine/retention/retention";
import { startWorker } from "@/lib/jobs/worker";
import { freeBytesIn } from "@/lib/shared/disk";
import { setEnv } from "@/lib/shared/env";
import { forgetAll } from "@/lib/shared/once";
import { ensurePartitions } from "@/lib/store/checks/partitions";
import { migrateDatabase } from "@/lib/store/core/migrate-all";
import { closePool } from "@/lib/store/core/pool";
import { type Embedded, startEmbedded } from "@/lib/store/embedded/supervisor";
import { reserveWal } from "@/lib/store/embedded/wal";
import { check, makeMonitor } from "@/lib/testing/checks";
import { allowLoopback, makeRule, makeWebhook } from "@/lib/testing/notifications/notification-setup";
import { type Receiver, startReceiver } from "@/lib/testing/notifications/receiver";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { type DiskWatch, watchDisk } from "./disk-watch";

const MEBIBYTE = 1024 * 1024;
const DISK_MEBIBYTES = 480;
const CREATED = "uptime.incident.created";
const RECOVERED = "uptime.incident.recovered";

/** A separate disk needs root; a test that can't run says so instead of passing. */
const disk = mountDisk();
let database: Embedded;
let watch: DiskWatch;
let worker: { stop(): Promise<void> };
let receiver: Receiver;
let at = 0;
let lastOutcome: "up" | "down" = "up";
let shop: number;
const others: number[] = [];
const fillers: string[] = [];

function mountDisk(): string | null {
  if (process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(path.join(tmpdir(), "vedette-disk-"));
  try {
    const options = `size=${DISK_MEBIBYTES}m,mode=755`;
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "pipe" });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}

beforeAll(async () => {
  if (disk === null) return;
  allowLoopback();
  forgetAll();
  setEnv({ DATA_DIR: disk, APP_SECRET: "a secret for tests only, 32 characters or more" });
  database = await startEmbedded({ dataDir: disk });
  setEnv({ DATABASE_URL: database.url, VEDETTE_EMBEDDED: "1" });
  await migrateDatabase();
  await reserveWal();
  await ensurePartitions(Date.now());
  worker = await startWorker();
  receiver = await startReceiver();
  watch = watchDisk({ dataDir: disk, relieve: relieveDisk });
  await watch.look();
  await watch.look();
});

/** Each test has its own project, so that incidents don't merge. */
beforeEach(async () => {
  if (disk === null) return;
  receiver.received.length = 0;
  const scene = await makeScene();
  shop = await makeMonitor(scene.projectId, { incident_confirmations: 1, recovery_confirmations: 1 });
  others.length = 0;
  for (let count = 0; count < 200; count += 1) others.push(await makeMonitor(scene.projectId));
  const hook = await makeWebhook(scene, `${receiver.url}/hook`);
  for (const event of [CREATED, RECOVERED] as const) await makeRule(scene, hook, event);
});

afterEach(async () => {
  if (disk === null) return;
  freeDisk();
  await until("the disk has space again", async () => (await diskMessage()) === null);
});

afterAll(async () => {
  if (disk === null) return;
  await watch?.stop();
  await worker?.stop();
  await receiver?.close();
  await closePool();
  await database?.stop();
  execFileSync("umount", [disk]);
  rmSync(disk, { recursive: true, force: true });
  forgetAll();
});

/** Uses every free byte, as a log, or a download would. */
function fillDisk(): void {
  const name = path.join(disk ?? "", `filler-${fillers.length}`);
  fillers.push(name);
  const file = openSync(name, "w");
  const chunk = Buffer.alloc(MEBIBYTE, 1);
  try {
    for (let size = chunk.length; size >= 4096; ) {
      try {
        writeSync(file, chunk, 0, size);
      } catch {
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(file);
  }
}

function freeDisk(): void {
  for (const name of fillers.splice(0)) rmSync(name, { force: true });
}

async function until(what: string, done: () => Promise<boolean> | boolean, limitMs = 30_000): Promise<void> {
  for (const end = Date.now() + limitMs; !(await done()); await wait(50))
    if (Date.now() > end) throw new Error(`${what} did not happen within ${limitMs} ms`);
}

/** Sends a batch until it is accepted, as a runner does from its spool. */
async function submitRest(results: CheckResult[]): Promise<void> {
  await until("a batch is accepted", () =>
    ingest(results, null, Date.now()).then(
      () => true,
      () => false,
    ),
  );
}

/** Each check is later than the last, far enough apart to count when the outcome changes, and none of them is late. */
const next = (gapMs: number) => {
  at = Math.max(at + gapMs, Date.now() - 60_000);
  return at;
};
const BULKY = { warnings: Array.from({ length: 20 }, (_, n) => `${n} ${"w".repeat(200)}`) };
const round = (outcome: "up" | "down"): CheckResult[] => {
  const slot = next(outcome === lastOutcome ? 1 : 10_000);
  lastOutcome = outcome;
  return [check(shop, slot, outcome), ...others.map((id) => check(id, slot, "up", BULKY))];
};
const received = () => receiver.received.map((one) => (JSON.parse(one.body) as { type: string }).type);
const stored = async () => (await run<{ n: number }>`select count(*) as n from results`)[0]?.n ?? 0;
const diskMessage = async () => (await readiness()).checks.disk.message;

test.skipIf(disk === null)(
  "opens, resolves, and reports incidents on a full disk while results of healthy monitors are dropped, and resumes when there is space",
  async () => {
    await submitRest(round("up"));
    expect(await diskMessage()).toBeNull();

    fillDisk();
    await until("the first reserve is released", async () => (await freeBytesIn(disk ?? "")) > 0);
    await until("readiness reports it", async () =>
      /^The disk is (nearly )?full/.test((await diskMessage()) ?? ""),
    );
    // The program that fills the disk takes the released reserve too.
    fillDisk();
    await until("readiness reports dropped results", async () =>
      /results of healthy monitors aren't stored/.test((await diskMessage()) ?? ""),
    );
    const before = await stored();
    await submitRest(round("down"));
    await until("the alert arrives", () => received().includes(CREATED));
    const free = await freeBytesIn(disk ?? "");
    for (let count = 0; count < 20; count += 1) await submitRest(round("up"));
    await until("the recovery arrives", () => received().includes(RECOVERED));
    // The failure, and the success that ended it.
    expect(await stored()).toBe(before + 2);
    // 20 rounds of 200 results are 17 MB of rows; none of them was written.
    expect(free - (await freeBytesIn(disk ?? ""))).toBeLessThan(40 * MEBIBYTE);

    freeDisk();
    await until("the disk has space again", async () => (await diskMessage()) === null);
    await submitRest(round("up"));
    expect(await stored()).toBe(before + 2 + 201);
  },
  150_000,
);

test.skipIf(disk === null)(
  "reports it when even the last reserve is used, and sends alerts as soon as there is space",
  async () => {
    const eat = setInterval(fillDisk, 20);
    try {
      await until("everything is released", async () =>
        /aren't stored|can't be stored/.test((await diskMessage()) ?? ""),
      );
      await wait(1000);
      for (let count = 0; count < 40; count += 1)
        await ingest(round("up"), null, Date.now()).catch(() => undefined);
      expect(await diskMessage()).toMatch(/^The (database )?disk is full/);
    } finally {
      clearInterval(eat);
      freeDisk();
    }
    await submitRest(round("down"));
    await until("the alert arrives", () => received().includes(CREATED), 15_000);
  },
  90_000,
);
