import { beforeAll, beforeEach, expect, test } from "vitest";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { spreadProjects } from "@/lib/testing/databases/away-node";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { ingest } from "./ingest";
import type { Acknowledged } from "./ingest-context";
import { MergedParts, type Part } from "./part-merging";
import { sortResults } from "./timed-result";

useDatabase();
let projectId = 0;
beforeAll(async () => {
  projectId = (await makeScene()).projectId;
});
beforeEach(spreadProjects);

const NOW = Math.floor(Date.now() / 1000) * 1000;

const partOf = (ids: readonly number[], startedAt: number, context: Partial<Part["context"]> = {}): Part => ({
  timed: sortResults(
    ids.map((id) => check(id, startedAt)),
    null,
    { nowMs: NOW, leadMs: 0 },
  ),
  context: {
    ...{ nowMs: NOW, sentMs: NOW, withResults: true, defers: true, quarantines: new Map() },
    projects: [projectId],
    ...context,
  },
});

/** Keeps the part of monitor 1 under way until `end` is called. */
function held(answer: (part: Part) => Acknowledged = () => ({ rechecks: [], missing: [] })) {
  const taken: number[][] = [];
  let end = () => {};
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  const parts = new MergedParts(async (whole) => {
    const monitors = whole.timed.map(({ result }) => result.monitor);
    taken.push(monitors);
    if (monitors.includes(1)) await isOver;
    return answer(whole);
  });
  return { taken, add: (part: Part) => parts.ingest(part), end };
}

test("merges the small parts that wait for their node, in the order of their checks, and answers each for itself", async () => {
  const recheck = (monitor: number) => ({ monitor, region: "eu-deu-fra" as const, after_ms: 10 });
  const { taken, add, end } = held(({ timed }) => ({
    rechecks: timed.map(({ result }) => recheck(result.monitor)),
    missing: timed.map(({ result }) => result.monitor),
  }));
  const all = [add(partOf([1], NOW - 9000)), add(partOf([2, 3], NOW - 7000)), add(partOf([4], NOW - 8000))];
  const large = Array.from({ length: 251 }, (_, index) => 100 + index);
  await add(partOf(large, NOW - 9000));
  end();
  expect(await Promise.all(all)).toEqual([
    { rechecks: [recheck(1)], missing: [1] },
    { rechecks: [recheck(2), recheck(3)], missing: [2, 3] },
    { rechecks: [recheck(4)], missing: [4] },
  ]);
  expect(taken).toEqual([large, [1], [4, 2, 3]]);
});

test("merges at most as many results as a runner sends, and only those of similar clocks on a disk with space", async () => {
  const { taken, add, end } = held();
  const many = Array.from({ length: 200 }, () => 7);
  const others = [{ withResults: false }, { sentMs: NOW - 60_000 }].map((context, index) =>
    partOf([8 + index], NOW - 9000, context),
  );
  const all = [partOf([1], NOW), ...[1, 2, 3].map(() => partOf(many, NOW - 9000)), ...others].map(add);
  end();
  await Promise.all(all);
  expect(taken.map((monitors) => monitors.length)).toEqual([1, 400, 200, 1, 1]);
});

test("fails all waiting parts together while their node is away, instead of waiting for it once for each", async () => {
  const { taken, add, end } = held(() => {
    throw new Error("connection to the remote node failed");
  });
  const all = [1, 2, 3, 4].map((id) => add(partOf([id], NOW - 9000)));
  end();
  const done = await Promise.allSettled(all);
  expect(done.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
  expect(taken).toEqual([[1], [2, 3, 4]]);
});

test("lets others go on when a transaction takes long", async () => {
  const { taken, add, end } = held();
  const all = [1, 2, 3].map((id) => add(partOf([id], NOW - 9000)));
  await all[2];
  expect(taken).toEqual([[1], [2, 3]]);
  end();
  await all[0];
});

test("stores every result of simultaneous batches and the newest states, whatever is merged", async () => {
  const ids = [await makeMonitor(projectId), await makeMonitor(projectId)];
  const batches = Array.from({ length: 12 }, (_, index) => NOW - 600_000 + index * 30_000);
  const acks = await Promise.all(
    batches.map((at) =>
      ingest(
        ids.map((id) => check(id, at, at === batches.at(-1) ? "down" : "up")),
        null,
        NOW,
      ),
    ),
  );
  expect(acks.map(({ accepted }) => accepted)).toEqual(Array(12).fill(2));
  expect(
    acks
      .at(-1)
      ?.rechecks.map(({ monitor }) => monitor)
      .sort(),
  ).toEqual(ids.toSorted());
  const stored = await run`select count(*)::int as count from results where monitor_id = any (${ids})`;
  expect(stored).toEqual([{ count: 24 }]);
  const states = await run`select failures, date_part('epoch', last_slot) * 1000 as at from region_states
    where project_id = ${projectId} and monitor_id = any (${ids})`;
  expect(states).toEqual(Array(2).fill({ failures: 1, at: batches.at(-1) }));
});
