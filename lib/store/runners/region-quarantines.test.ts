import { expect, test } from "vitest";
import { REGION_PARTS } from "@/lib/domain/checks/region-comparison";
import { ingest } from "@/lib/engine/ingest";
import { tx } from "@/lib/store/core/tx";
import { quarantinesForReplay } from "@/lib/store/incidents/replay-facts";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { loseNode } from "@/lib/testing/databases/away-node";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { countFirstPart, mayOpen, selectMonitorGroups, writeQuarantine } from "./region-quarantines";

useDatabase();
const REGION = "as-sgp-sin";
const NOW = Math.floor(Date.now() / 1000) * 1000;

test("a comparison reads only the parts it asks for, including of the batch", async () => {
  const { projectId } = await makeScene();
  const ids: number[] = [];
  for (let index = 0; index < 6; index += 1)
    ids.push(await makeMonitor(projectId, { regions: [REGION, "eu-deu-fra"] }));
  await ingest(
    ids.map((id) => check(id, NOW - 60_000, "up", { region: REGION })),
    REGION,
    NOW,
  );
  const compared = async (parts: number) => {
    const now = new Date(NOW);
    const groups = await selectMonitorGroups(
      { region: REGION, up: [], down: new Map(ids.map((id) => [id, new Date(NOW)])), failuresMax: 1 },
      { machines: new Map(), now, latestSince: now, recentSince: now, parts },
    );
    return groups.reduce((sum, { monitors }) => sum + monitors, 0);
  };
  const third = (ids[2] ?? 0) % REGION_PARTS;
  expect(await compared(REGION_PARTS)).toBe(ids.length);
  expect(await compared(third)).toBe(ids.filter((id) => id % REGION_PARTS < third).length);
  expect(await countFirstPart(REGION)).toBe(ids.filter((id) => id % REGION_PARTS === 0).length);
});

test("of two gates that two servers began at the same time, none lasts forever in the history", async () => {
  const gate = { region: REGION, kind: "gated" as const, reason: "alone", since: NOW, releasedAt: null };
  const second = { ...gate, since: NOW + 200 };
  for (const one of [gate, second, { ...second, releasedAt: NOW + 30_000 }])
    await tx((trx) => writeQuarantine(trx, one));
  const history = await quarantinesForReplay([REGION], new Date(NOW + 60_000));
  expect(history.map(({ releasedAt }) => releasedAt)).toEqual([NOW + 200, NOW + 30_000]);
});

test.skipIf(await isOnCitus())("judges failures of other nodes although one is away", async () => {
  // No other record has the same ID as the project.
  await run`select setval(pg_get_serial_sequence('projects', 'id'), 1000000)`;
  const { projectId: away } = await makeScene();
  const { projectId: present } = await makeScene();
  const [far, near] = [
    await makeMonitor(away, { regions: [REGION] }),
    await makeMonitor(present, { regions: [REGION] }),
  ];
  await ingest(
    [far, near].map((id) => check(id, NOW - 60_000, "up", { region: REGION })),
    REGION,
    NOW,
  );
  const returns = await loseNode(away);
  const opens = (down: readonly number[]) =>
    mayOpen({ region: REGION, up: [], down: new Map(down.map((id) => [id, new Date(NOW)])), failuresMax: 3 });
  expect(await opens([far, near])).toBe(true);
  expect(await opens([far])).toBe(false);
  returns();
});
