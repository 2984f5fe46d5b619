import { Logger, runOnce } from "graphile-worker";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { ingest } from "@/lib/engine/ingest";
import { tasks } from "@/lib/jobs/tasks";
import { forget } from "@/lib/shared/once";
import { db, pool } from "@/lib/store/core/pool";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { type Receiver, startReceiver } from "@/lib/testing/notifications/receiver";
import {
  languageModel,
  MODEL_DRAFT,
  MODEL_KEY,
  MODEL_NAME,
  MODEL_TEXT,
  type ModelMisbehaviour,
} from "@/lib/testing/providers/language-model";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

useDatabase();

const VARIABLES = ["AI_BASE_URL", "AI_MODEL", "AI_API_KEY"] as const;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.respond = languageModel();
  setModel({ AI_BASE_URL: `${receiver.url}/v1/`, AI_MODEL: MODEL_NAME, AI_API_KEY: MODEL_KEY });
  await run`delete from graphile_worker._private_jobs`;
});
afterEach(() => setModel({}));

function setModel(values: Partial<Record<(typeof VARIABLES)[number], string>>): void {
  for (const name of VARIABLES) delete process.env[name];
  Object.assign(process.env, values);
  forget("env");
}

const BUILT_IN = "Shop is down: connection refused";
const NOW = Math.floor(Date.now() / 1000) * 1000;
const ago = (seconds: number) => NOW - seconds * 1000;
const quick = { incident_confirmations: 1, recovery_confirmations: 1 };

/** Opens an incident of a down monitor in its own project. */
async function openedIncident(wanted = true, change: object = {}, result: object = {}) {
  const { projectId } = await makeScene(`M${Math.floor(Math.random() * 1e6)}`);
  await db().updateTable("projects").set({ use_incident_ai: wanted }).where("id", "=", projectId).execute();
  const monitorId = await makeMonitor(projectId, { ...quick, ...change });
  await ingest([check(monitorId, ago(90), "down", result)], null, NOW);
  const incident = () =>
    db().selectFrom("incidents").selectAll().where("project_id", "=", projectId).executeTakeFirstOrThrow();
  const lines = async (kind: string) =>
    (
      await run`select reason, detail from incident_timeline where project_id = ${projectId} and kind = ${kind}`
    ).map(({ reason, detail }) => ({ reason, detail: detail as Record<string, unknown> | null }));
  const recover = () => ingest([check(monitorId, ago(30))], null, NOW);
  return { projectId, incident, lines, recover };
}

const silent = new Logger(() => () => undefined);

/** Runs the queued model jobs, skipping the waits between attempts. */
async function think(): Promise<void> {
  const taskList = { model_text: tasks.model_text } as typeof tasks;
  for (;;) {
    const { rowCount } = await pool().query(
      `update graphile_worker._private_jobs set run_at = now() where task_id =
         (select id from graphile_worker._private_tasks where identifier = 'model_text') and attempts < max_attempts`,
    );
    if (!rowCount) return;
    await runOnce({ pgPool: pool(), taskList, noHandleSignals: true, logger: silent });
  }
}

test("opens an incident immediately with the built-in text, then replaces it and records that in the timeline", async () => {
  const { incident, lines } = await openedIncident();
  expect((await incident()).title).toBe(BUILT_IN);
  expect(receiver.received).toEqual([]);
  await think();
  expect(await incident()).toMatchObject(MODEL_TEXT);
  const [line] = await lines("model_text");
  expect(line?.reason).toBe(
    `The language model ${MODEL_NAME} wrote title and description from the check results.`,
  );
  expect(line?.detail).toMatchObject({ built_in: { title: BUILT_IN } });
});

test("drafts the post-mortem with the model at recovery and keeps the built-in one", async () => {
  const { lines, recover } = await openedIncident();
  await recover();
  expect((await lines("post_mortem_drafted"))[0]?.detail?.markdown).toContain("**Impact:**");
  await think();
  const [draft] = await lines("post_mortem_drafted");
  expect(draft?.detail?.markdown).toBe(MODEL_DRAFT.markdown);
  expect(draft?.detail?.built_in).toContain("**Impact:**");
  expect((await lines("model_text")).map(({ reason }) => reason)).toHaveLength(2);
});

test.each<[ModelMisbehaviour, number]>([
  ["500", 3],
  ["no JSON", 3],
  ["too long", 3],
  ["empty", 3],
  ["control characters", 3],
  ["foreign link", 3],
  ["cut off", 3],
  ["refusal", 1],
])("keeps the built-in text and records why: %s, asked %i times", async (misbehaviour, attempts) => {
  receiver.respond = languageModel(misbehaviour);
  const { incident, lines, recover } = await openedIncident();
  await think();
  expect(receiver.received).toHaveLength(attempts);
  expect((await incident()).title).toBe(BUILT_IN);
  const failed = await lines("model_text_failed");
  expect(failed).toHaveLength(1);
  expect(failed[0]?.reason).toMatch(/did not write title and description \(.+\)\. The built-in text stays/);
  await recover();
  await think();
  expect((await lines("post_mortem_drafted"))[0]?.detail?.markdown).toContain("**Impact:**");
  expect(await lines("model_text_failed")).toHaveLength(2);
});

test("uses the text of the second attempt after a temporary failure", async () => {
  let asked = 0;
  receiver.respond = (received, response) => {
    asked += 1;
    languageModel(asked === 1 ? "500" : null)(received, response);
  };
  const { incident, lines } = await openedIncident();
  await think();
  expect(asked).toBe(2);
  expect((await incident()).title).toBe(MODEL_TEXT.title);
  expect(await lines("model_text_failed")).toEqual([]);
});

test("keeps text that a person wrote in the meantime", async () => {
  const { projectId, incident, lines } = await openedIncident();
  await run`update incidents set title = 'Checkout is down' where project_id = ${projectId}`;
  await think();
  expect((await incident()).title).toBe("Checkout is down");
  expect(await lines("model_text")).toEqual([]);
});

test("keeps plain titles, writes no draft, and asks no model when switched off, even in the meantime", async () => {
  const { incident, lines, recover } = await openedIncident(false);
  expect((await incident()).title).toBe("Shop is down");
  expect((await incident()).description).toMatch(
    /^Shop \(.+\) started failing at .+ UTC from this server\.$/,
  );
  await recover();
  expect(await lines("post_mortem_drafted")).toEqual([]);
  await think();
  expect(receiver.received).toEqual([]);
  const other = await openedIncident();
  await run`update projects set use_incident_ai = false where id = ${other.projectId}`;
  await think();
  expect((await other.incident()).title).toBe(BUILT_IN);
  expect(receiver.received).toEqual([]);
});

test("sends no request without a model", async () => {
  setModel({});
  const { incident } = await openedIncident();
  await think();
  expect(receiver.received).toEqual([]);
  expect((await incident()).title).toBe(BUILT_IN);
});

test("sends no queries, credentials, header values, or email addresses to the queue or the model", async () => {
  const url = "https://ada:pa55word@shop.example.com/cart?token=query-secret";
  const headers = [{ name: "X-Key", value: "header-secret" }];
  const message = 'expected response header x-key equals "wanted-secret"; it was "seen-secret"';
  const { recover } = await openedIncident(
    true,
    { name: "Shop of ada@example.com", request: JSON.stringify({ method: "GET", url, headers }) },
    { error: { code: "assertion_failed", message } },
  );
  await recover();
  await think();
  const said = receiver.received.map(({ body }) => body).join();
  expect(receiver.received).toHaveLength(2);
  expect(said).not.toMatch(/secret|pa55word|ada@|query/);
  expect(said).toContain("https://shop.example.com/cart");
});

test("drops a request that is 15 minutes late instead of working through a backlog for hours", async () => {
  const { lines } = await openedIncident();
  await run`update graphile_worker._private_jobs set payload = jsonb_set(payload::jsonb, '{askedAt}', to_jsonb(${Date.now() - 16 * 60_000}::bigint))::json
     where payload->>'subject' = 'opening'`;
  await think();
  expect(receiver.received).toEqual([]);
  expect((await lines("model_text_failed"))[0]?.reason).toContain("15 minutes late");
});
