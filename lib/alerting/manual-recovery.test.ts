import { beforeEach, describe, expect, test } from "vitest";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import { announceDueUpdates } from "@/lib/engine/incident-announcement";
import { ingest } from "@/lib/engine/ingest";
import { recoverIncident } from "@/lib/services/incidents/incidents";
import { createIncidentUpdate } from "@/lib/services/incidents/updates";
import { createIncident, updateIncident } from "@/lib/services/incidents/writes";
import { deleteMonitor } from "@/lib/services/monitors/writes";
import { db } from "@/lib/store/core/pool";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

const scene = useScene();
const NOW = Math.floor(Date.now() / 1000) * 1000;
const ago = (seconds: number) => NOW - seconds * 1000;
const ada = { label: "Ada" };

let monitorId = 0;
let incidentId = 0;
beforeEach(async () => {
  monitorId = await makeMonitor(scene.projectId, { name: "Shop", incident_confirmations: 1 });
  await run`update monitors set created_at = ${new Date(ago(86_400))}`;
  await ingest([check(monitorId, ago(600), "down")], null, NOW);
  const [opened] = await run`select id from incidents where project_id = ${scene.projectId}`;
  incidentId = opened.id;
});

async function drafts(of = incidentId): Promise<string[]> {
  const rows = await run`select detail from incident_timeline where incident_id = ${of}
    and kind = 'post_mortem_drafted'`;
  return rows.map(({ detail }) => String((detail as { markdown?: string } | null)?.markdown));
}

describe("an automatic incident recovered by hand gets the same draft as one recovered by the rules", () => {
  test("with the button", async () => {
    await recoverIncident(scene.caller(ada), incidentId);
    await recoverIncident(scene.caller(ada), incidentId);
    const [draft, ...others] = await drafts();
    expect(others).toEqual([]);
    expect(draft).toContain("1 monitor (Shop) down for 10 minutes");
    expect(draft).toContain("**Recovery:** Ada resolved the incident.");
  });

  test("with a recovery date, which the draft uses as the end", async () => {
    await updateIncident(scene.caller(ada), incidentId, { recovery_at: new Date(ago(360)) });
    expect(await drafts()).toEqual([expect.stringContaining("1 monitor (Shop) down for 4 minutes")]);
  });

  test("with a resolved update, including a scheduled one when it is due", async () => {
    const at = new Date(Date.now() + 60_000);
    const content = "Fixed.";
    await createIncidentUpdate(scene.caller(ada), incidentId, {
      state: "resolved",
      content,
      published_at: at,
    });
    expect(await drafts()).toEqual([]);
    await announceDueUpdates(at);
    expect(await drafts()).toEqual([
      expect.stringContaining("Ada published an update that marks it as resolved."),
    ]);
  });

  test("by deleting its last monitor, which the draft still names", async () => {
    await deleteMonitor(scene.caller(ada), monitorId);
    expect(await drafts()).toEqual([expect.stringContaining("1 monitor (Shop)")]);
  });
});

test("the draft of a long timeline includes the opening and the recovery", async () => {
  const lines = Array.from({ length: 80 }, (_, index) => ({
    incident_id: incidentId,
    project_id: scene.projectId,
    kind: "recovering",
    reason: `Line ${index}.`,
    occurred_at: new Date(ago(500 - index)),
  }));
  await db().insertInto("incident_timeline").values(lines).execute();
  await recoverIncident(scene.caller(ada), incidentId);
  const [draft = ""] = await drafts();
  const [opened] = await run`select reason from incident_timeline where incident_id = ${incidentId}
    and kind = 'opened'`;
  expect(draft).toContain(opened.reason);
  expect(draft).not.toContain("Line 31.");
  expect(draft).toContain("Line 79.");
  expect(draft).toContain("**Recovery:** Ada resolved the incident.");
});

test("writes no draft for manual incidents or projects without generated texts", async () => {
  const caller = scene.caller(ada);
  const manual = await createIncident(caller, CreateIncident.parse({ title: "Slow", impact: "unknown" }));
  await recoverIncident(caller, manual.id);
  expect(await drafts(manual.id)).toEqual([]);
  await run`update projects set use_incident_ai = false where id = ${scene.projectId}`;
  await recoverIncident(caller, incidentId);
  expect(await drafts()).toEqual([]);
});
