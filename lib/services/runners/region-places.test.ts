import { beforeEach, expect, test } from "vitest";
import { ingest } from "@/lib/engine/ingest";
import { incidentWords, placesOf } from "@/lib/notify/message/incident-draft";
import { sha256 } from "@/lib/shared/secret";
import { selectEventFacts } from "@/lib/store/alerting/event-facts";
import { db } from "@/lib/store/core/pool";
import { namedRegions } from "@/lib/store/runners/runners";
import { ensureBuiltInRunner } from "@/lib/store/runners/tokens";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

useDatabase();
beforeEach(async () => {
  await db().deleteFrom("runners").execute();
});

const remote = (seen: Date | null) =>
  run`insert into runners (name, kind, region, token_hash, last_seen_at)
    values ('fra', 'remote', 'eu-deu-fra', ${sha256("fra")}, ${seen})`;

/** Returns a new incident's description and the vantage point that its email names. */
async function incidentTexts() {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, { incident_confirmations: 1 });
  await ingest([check(id, Date.now(), "down")], null, Date.now());
  const [event] =
    await run`select id from events where project_id = ${projectId} and key = 'uptime.incident.created'`;
  const facts = await selectEventFacts(projectId, event.id);
  if (!facts?.incident) throw new Error("the incident has no facts");
  return {
    description: facts.incident.description,
    seenFrom: placesOf(facts.seen, facts.affectedMonitors),
    ownWords: incidentWords(facts, facts.incident).description,
  };
}

test("says that an incident was seen from this server while only the built-in runner checks", async () => {
  await remote(null);
  const texts = await incidentTexts();
  expect(texts.description).toContain("UTC from this server.");
  expect(texts.seenFrom).toBe("this server");
  expect(texts.ownWords).toBeNull();
});

test("names the region once a remote runner serves it, and after that runner is revoked", async () => {
  await remote(new Date());
  const texts = await incidentTexts();
  expect(texts.description).toContain("UTC from Frankfurt, Germany.");
  expect(texts.seenFrom).toBe("Frankfurt");
  expect(texts.ownWords).toBeNull();
});

test("uses RUNNER_REGION as the server's location", async () => {
  await ensureBuiltInRunner(sha256("here"), "eu-deu-fra");
  expect([...(await namedRegions())]).toEqual(["eu-deu-fra"]);
  expect((await incidentTexts()).seenFrom).toBe("Frankfurt");
});

test("names no location while servers that share the checks are in different places", async () => {
  await ensureBuiltInRunner(sha256("here"), "eu-deu-fra");
  await ensureBuiltInRunner(sha256("there"), "na-usa-iad");
  expect([...(await namedRegions())]).toEqual([]);
  await ensureBuiltInRunner(sha256("there"));
  expect([...(await namedRegions())]).toEqual([]);
  await ensureBuiltInRunner(sha256("there"), "eu-deu-fra");
  expect([...(await namedRegions())]).toEqual(["eu-deu-fra"]);
});

test("the timeline of an incident names places, not region codes", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, { incident_confirmations: 1, recovery_confirmations: 2 });
  const began = Date.now() - 60_000;
  const outcomes = ["down", "up", "down", "up", "up"] as const;
  for (const [index, outcome] of outcomes.entries())
    await ingest([check(id, began + index * 10_000, outcome)], null, Date.now());
  const rows = await run`select reason from incident_timeline where project_id = ${projectId} order by id`;
  const reasons = rows.map(({ reason }) => reason);
  expect(reasons.filter((reason) => reason.includes("this server")).length).toBeGreaterThanOrEqual(3);
  for (const reason of reasons) expect(reason).not.toMatch(/[a-z]{2}-[a-z]{3}-[a-z]{3}/);
});
