import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ResultBatch } from "@/lib/contract/checks/check";
import * as engine from "@/lib/engine/ingest";
import { Control } from "@/lib/runner/config/control";
import { Reporter } from "@/lib/runner/report/reporter";
import { Spool } from "@/lib/runner/report/spool";
import { authenticateRunner, postResults, type RunnerCaller } from "@/lib/services/runners/authenticate";
import { sha256 } from "@/lib/shared/secret";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import { reportOf } from "@/lib/testing/runners/reports";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

// The real runner and server, with one change: when the response is sent.
const seam = { acksEarly: false, working: [] as Promise<unknown>[] };
const { ingest } = engine;
beforeEach(() => {
  vi.spyOn(engine, "ingest").mockImplementation((results, region, nowMs) => {
    const work = ingest(results, region, nowMs);
    if (!seam.acksEarly) return work;
    seam.working.push(work.catch(() => undefined));
    return Promise.resolve({ accepted: results.length, rechecks: [] });
  });
});

useDatabase();
const NOW = Math.floor(Date.now() / 1000) * 1000;
// Citus has no triggers on distributed tables.
const onCitus = await isOnCitus();
let folder: string;
let runner: RunnerCaller;

beforeAll(async () => {
  if (onCitus) return;
  await run`insert into runners (name, kind, region, token_hash) values ('local', 'local', null, ${sha256("token")})`;
  runner = await authenticateRunner("token");
  // The server dies at the very end of the transaction, this many times.
  await run`
    create table deaths (left_over int not null);
    insert into deaths values (0);
    create function die() returns trigger language plpgsql as $$ begin
      if (select left_over from deaths) > 0 then raise exception 'terminated' using errcode = '57P01'; end if;
      return null;
    end $$;
    create constraint trigger dies after update on monitor_states deferrable initially deferred
      for each row execute function die();`;
});
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "vedette-hand-in-"));
});
afterEach(() => {
  seam.acksEarly = false;
  rmSync(folder, { recursive: true, force: true });
});

/** Connects runner and server without a network. */
class Direct extends Control {
  override async postJson(_path: string, body: Buffer) {
    const ack = await postResults(runner, JSON.parse(body.toString()) as ResultBatch);
    return { status: 200, body: JSON.stringify(ack), retryAfterMs: null };
  }
}

let clockMs = NOW;
const restarted = () =>
  new Reporter(
    new Direct("http://server", "token"),
    new Spool(folder),
    reportOf,
    () => undefined,
    () => {
      clockMs += 1;
      return clockMs;
    },
  );

/** Every result survives servers that die while ingesting it and runners that restart: stored once, with its consequences. */
async function everyResultCounts(): Promise<void> {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, { incident_confirmations: 2, recovery_confirmations: 1 });
  const story = ["up", "down", "down", "down", "up", "up"] as const;
  const dies = [false, true, true, false, true, false];
  for (const [index, outcome] of story.entries()) {
    await run`update deaths set left_over = ${dies[index] ? 1 : 0}`;
    const own = restarted();
    own.add(check(id, NOW - (story.length - index) * 60_000, outcome));
    await own.finish();
    await Promise.all(seam.working.splice(0));
  }
  const rows = await run`select 1 from results where monitor_id = ${id}`;
  expect(rows.length, "results stored").toBe(story.length);
  const incidents = await run`select status, incident_at from incidents where project_id = ${projectId}`;
  expect(incidents).toEqual([{ status: "recovered", incident_at: new Date(NOW - 5 * 60_000) }]);
}

test.skipIf(onCitus)("accepted results are stored, whenever server or runner die", () => everyResultCounts());

test.skipIf(onCitus)(
  "broken version, early acknowledgment: a server that responds before its commit loses results",
  async () => {
    seam.acksEarly = true;
    await expect(everyResultCounts()).rejects.toThrow(/results stored: expected 3 to be 6/);
  },
);
