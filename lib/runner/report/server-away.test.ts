import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import type { ResultAck, ResultBatch } from "@/lib/contract/checks/check";
import { ingest } from "@/lib/engine/ingest";
import { Control } from "@/lib/runner/config/control";
import { db } from "@/lib/store/core/pool";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { acceptedAll, reportOf } from "@/lib/testing/runners/reports";
import { type ScriptedControl, startScriptedControl } from "@/lib/testing/runners/scripted-control";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { Reporter } from "./reporter";
import { Spool } from "./spool";

// The server was unavailable for ten minutes while three runners of its region continued. Real spools and a real database.
useDatabase();
const REGION = "eu-deu-fra";
const RUNNERS = 3;
const MONITORS = 30;
const INTERVAL_MS = 30_000;
const AWAY_MS = 600_000;

const folder = mkdtempSync(path.join(tmpdir(), "vedette-away-"));
let control: ScriptedControl | undefined;
afterEach(async () => {
  await control?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function reporter(number: number, atMs: () => number): Reporter {
  const spool = new Spool(path.join(folder, String(number)));
  const origin = control?.origin ?? "";
  return new Reporter(new Control(origin, "token"), spool, reportOf, (_: ResultAck) => undefined, atMs);
}

it("loses nothing, delivers each runner's results in order, and records the outage at its time", async () => {
  const nowMs = Math.floor(Date.now() / 1000) * 1000;
  let away = true;
  control = await startScriptedControl(() => (away ? null : acceptedAll(0)));
  const { projectId } = await makeScene();
  const ids: number[] = [];
  for (let index = 0; index < MONITORS; index += 1)
    ids.push(
      await makeMonitor(projectId, {
        interval_seconds: 30,
        request: JSON.stringify({ url: `https://m${index}.example.com/` }),
      }),
    );
  const [broken = 0] = ids;
  const runs = { atMs: nowMs - AWAY_MS };
  const before = Array.from({ length: RUNNERS }, (_, number) => reporter(number, () => runs.atMs));
  let made = 0;
  for (; runs.atMs <= nowMs; runs.atMs += INTERVAL_MS)
    for (const [index, id] of ids.entries()) {
      const ago = nowMs - runs.atMs;
      const down = id === broken && ago <= 420_000 && ago >= 240_000;
      before[index % RUNNERS]?.add(check(id, runs.atMs, down ? "down" : "up"));
      made += 1;
    }
  // They tried without a server, and were restarted one after another; only the disk remembers.
  await Promise.all(before.map((each) => each.finish()));
  away = false;
  control.calls.length = 0;
  await Promise.all(before.map((_, number) => reporter(number, () => nowMs).finish()));

  const batches = control.calls.map(({ body }) => body as ResultBatch);
  expect(batches.flatMap(({ results }) => results)).toHaveLength(made);
  for (const id of ids) {
    const slots = batches
      .flatMap(({ results }) => results.filter(({ monitor }) => monitor === id))
      .map((one) => one.scheduled_at);
    expect(slots).toEqual([...slots].sort());
  }
  for (const { results, sent_at } of batches) await ingest(results, REGION, nowMs, Date.parse(sent_at));
  const stored = await db()
    .selectFrom("results")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(Number(stored.count)).toBe(made);
  const incidents = await run`select status, incident_at, recovery_at from incidents`;
  expect(
    incidents.map((row) => [
      row.status,
      nowMs - row.incident_at.getTime(),
      nowMs - (row.recovery_at?.getTime() ?? 0),
    ]),
  ).toEqual([["recovered", 420_000, 210_000]]);
});
