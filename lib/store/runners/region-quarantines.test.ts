import { expect, test } from "vitest";
import { REGION_PARTS } from "@/lib/domain/checks/region-comparison";
import { ingest } from "@/lib/engine/ingest";
import { tx } from "@/lib/store/core/tx";
import { quarantinesForReplay } from "@/lib/store/incidents/replay-facts";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { countFirstPart, selectMonitorGroups, writeQuarantine } from "./region-quarantines";

useDatabase();
const REGION = "as-sgp-sin";
const NOW = Math.floor(Date.now() / 1000) * 1000;

test("a comparison reads only the parts it asks for, also of the batch", async () => {
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
      { region: REGION, up: [], down: ids, failuresMax: 1 },
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
