import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { fanOutIn } from "@/lib/alerting/fan-out";
import { ingest } from "@/lib/engine/ingest";
import { markSilentRegions } from "@/lib/engine/silence";
import { dueWork } from "@/lib/store/alerting/due-deliveries";
import { watchOnce } from "@/lib/store/core/sharding/node-watch";
import { awayNodes } from "@/lib/store/core/sharding/nodes";
import { DISTRIBUTION } from "@/lib/store/schema/distribution";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { hangNode } from "@/lib/testing/databases/away-node";
import { pretendCitus } from "@/lib/testing/databases/pretend-citus";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { ingestDeferred } from "./deferred-results";
import { tasks } from "./tasks";

const database = useDatabase();
const onCitus = await isOnCitus();

beforeAll(async () => {
  if (onCitus) return;
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await pretendCitus(client);
  await client.query(
    "insert into pg_dist_partition select name::regclass, 'h', 's' from unnest($1::text[]) name",
    [[...DISTRIBUTION.reference, ...DISTRIBUTION.distributed]],
  );
  await client.end();
});

const send = (...monitors: number[]) => {
  const nowMs = Date.now();
  const results = monitors.map((id, at) => check(id, nowMs - 1000 + at, "up"));
  return ingest(results, null, nowMs);
};

const storedIn = async (...projects: number[]) =>
  (
    await run<{
      id: number;
    }>`select project_id as id from results where project_id = any (${projects}) order by 1, scheduled_at`
  ).map(({ id }) => id);

test.skipIf(onCitus)(
  "a node that hangs lets only its own projects wait, and isn't asked again until it answers",
  async () => {
    const [near, away] = [(await makeScene()).projectId, (await makeScene()).projectId];
    const [close, far] = [await makeMonitor(near), await makeMonitor(away)];
    await send(far, close);
    const node = await hangNode(away);
    const sent = send(far, close);
    await expect.poll(() => storedIn(near)).toEqual([near, near]);
    await watchOnce(0, 0);
    expect((await sent).accepted).toBe(2);
    expect([...awayNodes()]).toEqual([[away, `10.0.0.${away + 2}:5432`]]);

    const asked = node.asked();
    await send(far, close);
    await expect(markSilentRegions(new Date())).rejects.toThrow("doesn't answer");
    await expect(fanOutIn([away], [1])).rejects.toThrow("doesn't answer");
    await expect(tasks.render_project_pages({ projectId: away })).rejects.toThrow("doesn't answer");
    await tasks.render_project_pages({ projectId: near });
    const errors: unknown[] = [];
    await dueWork(new Date(), (error) => errors.push(error));
    expect(errors).toHaveLength(1);
    expect(node.asked()).toBe(asked);
    expect(await storedIn(near)).toEqual([near, near, near]);

    await node.returns();
    await watchOnce();
    expect([...awayNodes()]).toEqual([]);
    await ingestDeferred();
    expect(await storedIn(near, away)).toEqual([near, near, near, away, away, away]);
  },
);

test.skipIf(onCitus)("asks no node while statements are answered", async () => {
  const { projectId } = await makeScene();
  const node = await hangNode(projectId);
  await watchOnce();
  expect([...awayNodes()]).toEqual([]);
  await node.returns();
});
