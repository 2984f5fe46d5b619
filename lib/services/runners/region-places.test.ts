import { beforeEach, expect, test } from "vitest";
import { ingest } from "@/lib/engine/ingest";
import { incidentWords, placesOf } from "@/lib/notify/message/incident-words";
import { forget } from "@/lib/shared/once";
import { sha256 } from "@/lib/shared/secret";
import { selectEventFacts } from "@/lib/store/alerting/event-facts";
import { db } from "@/lib/store/core/pool";
import { namedRegions } from "@/lib/store/runners/runners";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";

useDatabase();
beforeEach(async () => {
  delete process.env.RUNNER_REGION;
  forget("env");
  await db().deleteFrom("runners").execute();
});

const remote = (seen: Date | null) =>
  db()
    .insertInto("runners")
    .values({
      name: "fra",
      kind: "remote",
      region: "eu-deu-fra",
      token_hash: sha256("fra"),
      last_seen_at: seen,
    })
    .execute();

/** The description of a new incident, and where its mail says that it was seen from. */
async function incidentTexts() {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, { incident_confirmations: 1 });
  await ingest([check(id, Date.now(), "down")], null, Date.now());
  const event = await db()
    .selectFrom("events")
    .select("id")
    .where("project_id", "=", projectId)
    .where("key", "=", "uptime.incident.created")
    .executeTakeFirstOrThrow();
  const facts = await selectEventFacts(event.id);
  if (!facts?.incident) throw new Error("the incident has no facts");
  return {
    description: facts.incident.description,
    seenFrom: placesOf(facts.seen, facts.affectedMonitors),
    ownWords: incidentWords(facts, facts.incident).description,
  };
}

test("while only the built-in runner checks, an incident and its mail say that it was seen from this server", async () => {
  await remote(null);
  const texts = await incidentTexts();
  expect(texts.description).toContain("UTC from this server.");
  expect(texts.seenFrom).toBe("this server");
  expect(texts.ownWords).toBeNull();
});

test("they name the place once a remote runner serves the region, and keep it when that is revoked", async () => {
  await remote(new Date());
  const texts = await incidentTexts();
  expect(texts.description).toContain("UTC from Frankfurt, Germany.");
  expect(texts.seenFrom).toBe("Frankfurt");
  expect(texts.ownWords).toBeNull();
});

test("RUNNER_REGION names where the server is", async () => {
  process.env.RUNNER_REGION = "eu-deu-fra";
  forget("env");
  expect([...(await namedRegions())]).toEqual(["eu-deu-fra"]);
  expect((await incidentTexts()).seenFrom).toBe("Frankfurt");
});
