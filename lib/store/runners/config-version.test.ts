import fc from "fast-check";
import { expect, test } from "vitest";
import { type Tx, tx } from "@/lib/store/core/tx";
import { makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { bumpConfigVersion, completeConfigVersion } from "./config-version";
import { runnerOutlook } from "./outlook";

useDatabase();

/** A transaction that stops where the test says. */
function paused() {
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  return { gate, go };
}

async function readConfigVersions() {
  const { newest } = await runnerOutlook(0);
  return { newest, complete: await completeConfigVersion(newest) };
}

const change = async (trx: Tx, projectId: number, id: number) => {
  const config_version = await bumpConfigVersion(trx);
  await trx
    .updateTable("monitors")
    .set({ config_version })
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .execute();
  return config_version;
};

test("lets a later change commit first, and a reader wait for the earlier one", async () => {
  const { projectId } = await makeScene();
  const [slow, fast] = [await makeMonitor(projectId), await makeMonitor(projectId)];
  const { gate, go } = paused();
  const taken = paused();
  let early = 0;
  const first = tx(async (trx) => {
    early = await change(trx, projectId, slow);
    taken.go();
    await gate;
  });
  await taken.gate;
  const late = await tx((trx) => change(trx, projectId, fast));
  expect(late).toBeGreaterThan(early);
  const during = await readConfigVersions();
  expect(during.newest).toBe(late);
  expect(during.complete).toBeLessThan(early);
  go();
  await first;
  expect(await readConfigVersions()).toEqual({ newest: late, complete: late });
});

test("does not wait for a change that was rolled back", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId);
  const failing = tx(async (trx) => {
    await change(trx, projectId, id);
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  const version = await tx((trx) => change(trx, projectId, id));
  expect((await readConfigVersions()).complete).toBe(version);
});

test("gives all changes of a transaction one version", async () => {
  const [one, other] = await tx(async (trx) => [await bumpConfigVersion(trx), await bumpConfigVersion(trx)]);
  expect(one).toBe(other);
});

test("a reader that follows the complete versions misses no change, in whatever order changes commit", async () => {
  const { projectId } = await makeScene();
  const ids = await Promise.all(Array.from({ length: 8 }, () => makeMonitor(projectId)));
  const turns = fc.array(fc.nat(6), { minLength: 4, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(turns, async (pauses) => {
      const seen = new Map<number, number>();
      let since = (await readConfigVersions()).complete;
      let running = true;
      const follow = async () => {
        const { complete } = await readConfigVersions();
        const rows = await run`select id, config_version from monitors where config_version > ${since}`;
        for (const row of rows) seen.set(row.id, row.config_version);
        since = Math.max(since, complete);
      };
      const reader = (async () => {
        while (running) await follow();
      })();
      const written = await Promise.all(
        pauses.map((statements, index) =>
          tx(async (trx) => {
            const id = ids[index] ?? 0;
            const version = await change(trx, projectId, id);
            for (let done = 0; done < statements; done += 1)
              await trx.selectFrom("projects").select("id").execute();
            return [id, version] as const;
          }),
        ),
      );
      running = false;
      await reader;
      await follow();
      for (const [id, version] of written) expect(seen.get(id)).toBe(version);
      const rows = await run`select max(config_version) as newest from monitors`;
      expect(since).toBe(rows[0].newest);
    }),
    { numRuns: 40 },
  );
});
