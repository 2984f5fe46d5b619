import { expect, test } from "vitest";
import { fanOut } from "@/lib/alerting/fan-out";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import { IncidentTimeline } from "@/lib/contract/incidents/timeline";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { createMonitor } from "@/lib/services/monitors/writes";
import { useDatabase } from "@/lib/testing/database";
import { MONITOR, makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { createIncidentComment } from "./comments";
import { getIncident, listIncidents } from "./incidents";
import { acknowledgeIncident, assignIncident, getIncidentTimeline, unacknowledgeIncident } from "./timeline";
import { createIncidentUpdate } from "./updates";
import { createIncident } from "./writes";

useDatabase();

test("lists decisions, updates, comments, and notifications in one order and counts the first acknowledgment", async () => {
  const scene = await makeScene();
  const monitor = await createMonitor(scene.caller(), CreateMonitor.parse(MONITOR));
  const { id } = await createIncident(
    scene.caller(),
    CreateIncident.parse({ title: "Slow", impact: "unknown", monitors: [monitor.id] }),
  );
  await createIncidentComment(scene.caller(), id, { content: "Hm." });
  await createIncidentUpdate(scene.caller(), id, { state: "investigating", content: "We look." });
  const [integration] = await run`insert into integrations (project_id, app, name)
    values (${scene.projectId}, 'email', 'On call') returning id`;
  await run`insert into deliveries (project_id, integration_id, incident_id, status, occurred_at)
    values (${scene.projectId}, ${integration.id}, ${id}, 'delivered', ${new Date()})`;
  await acknowledgeIncident(scene.caller({ label: "Ada" }), id);
  await acknowledgeIncident(scene.caller({ label: "Ben" }), id);
  const timeline = await getIncidentTimeline(scene.caller(), id);
  expect(IncidentTimeline.parse(timeline)).toEqual(timeline);
  expect(await getIncident(scene.caller(), id)).toMatchObject({ acknowledged_by: "Ada" });
  expect(timeline).toMatchObject({
    monitors: [{ id: monitor.id, name: "Shop", recovered_at: null, observed_up: [] }],
  });
  expect(timeline.entries.map((entry) => entry.kind).sort()).toEqual([
    "acknowledged",
    "comment",
    "created",
    "delivery",
    "update",
  ]);
  expect(timeline.entries.find((entry) => entry.kind === "delivery")).toMatchObject({
    text: "On call",
    detail: { status: "delivered", app: "email" },
  });
});

test("withdraws an acknowledgment, so that the next one counts, and says who did both", async () => {
  const scene = await makeScene();
  const input = CreateIncident.parse({ title: "Slow", impact: "unknown" });
  const { id } = await createIncident(scene.caller(), input);
  await unacknowledgeIncident(scene.caller({ label: "Ben" }), id);
  await acknowledgeIncident(scene.caller({ label: "Ada" }), id);
  await unacknowledgeIncident(scene.caller({ label: "Ben" }), id);
  const withdrawn = await getIncidentTimeline(scene.caller(), id);
  const free = { acknowledged_by: null, acknowledged_at: null };
  expect(await getIncident(scene.caller(), id)).toMatchObject(free);
  expect(withdrawn.entries.map(({ kind, text }) => [kind, text]).slice(0, 2)).toEqual([
    ["unacknowledged", "Ben withdrew the acknowledgment of Ada."],
    ["acknowledged", "Ada acknowledged the incident."],
  ]);
  await acknowledgeIncident(scene.caller({ label: "Ben" }), id);
  const list = await listIncidents(scene.caller(), {}, { limit: 20, offset: 0 });
  expect(list.items).toMatchObject([{ id, acknowledged_by: "Ben", acknowledged_at: expect.any(String) }]);
});

test("assigns an incident to a person, who gets an email, and lets another one take it over", async () => {
  const scene = await makeScene();
  const person = async (name: string, role: string) => {
    const [{ id }] = await run`insert into users (organization_id, name, email, role, password_hash)
      values (${scene.organizationId}, ${name}, ${`${name}@example.com`}, ${role}, 'x') returning id`;
    const [userId, label] = [Number(id), name];
    return scene.caller({ kind: "session", id: userId, userId, label, role: role as "admin" });
  };
  const [ada, ben, eve] = [
    await person("Ada", "admin"),
    await person("Ben", "admin"),
    await person("Eve", "member"),
  ];
  const input = CreateIncident.parse({ title: "Slow", impact: "unknown" });
  const { id } = await createIncident(ada, input);
  await acknowledgeIncident(ada, id);
  expect(await getIncident(ada, id)).toMatchObject({ acknowledged_by: "Ada", assignee_id: ada.userId });
  await assignIncident(ada, id, { user_id: ben.userId ?? 0 });
  expect(await getIncident(ada, id)).toMatchObject({ acknowledged_by: "Ben", assignee_id: ben.userId });
  await assignIncident(ada, id, {});
  await assignIncident(ada, id, {});
  const { entries } = await getIncidentTimeline(ada, id);
  expect(entries.map(({ kind, text }) => [kind, text]).slice(0, 3)).toEqual([
    ["assigned", "Ada took the incident over from Ben."],
    ["assigned", "Ada assigned the incident to Ben."],
    ["acknowledged", "Ada acknowledged the incident."],
  ]);
  const mails =
    await run`select payload from graphile_worker._private_jobs where payload->>'message' like '%assigned%'`;
  expect(mails.map(({ payload }) => [payload.to, payload.message.title])).toEqual([
    [[{ name: "Ben", email: "Ben@example.com" }], "Ada assigned an incident to you: Slow"],
  ]);
  // Two people who take Ben at once assign it once, and of two who take it themselves the later one has it.
  const first = async () => (await getIncidentTimeline(ada, id)).entries[0]?.text;
  await Promise.all([assignIncident(ada, id, { user_id: ben.userId ?? 0 }), assignIncident(ben, id, {})]);
  expect((await getIncidentTimeline(ada, id)).entries).toHaveLength(entries.length + 1);
  await Promise.all([assignIncident(ada, id, {}), assignIncident(ben, id, {})]);
  const { acknowledged_by: by } = await getIncident(ada, id);
  expect(await first()).toBe(`${by} took the incident over from ${by === "Ada" ? "Ben" : "Ada"}.`);
  const refused = {
    status: 422,
    errors: { user_id: [expect.stringContaining("no access to this project")] },
  };
  await expect(assignIncident(ada, id, { user_id: eve.userId ?? 0 })).rejects.toMatchObject(refused);
  await expect(assignIncident(scene.caller(), id, {})).rejects.toMatchObject({ status: 422 });
});

test("hides the incident from another project, which cannot acknowledge it", async () => {
  const [scene, foreign] = [await makeScene(), await makeScene()];
  const { id } = await createIncident(
    scene.caller(),
    CreateIncident.parse({ title: "Slow", impact: "unknown" }),
  );
  await expect(getIncidentTimeline(foreign.caller(), id)).rejects.toMatchObject({ status: 404 });
  await expect(acknowledgeIncident(foreign.caller(), id)).rejects.toMatchObject({ status: 404 });
  await expect(unacknowledgeIncident(foreign.caller(), id)).rejects.toMatchObject({ status: 404 });
});

test("says why no alert rule matched an incident, as the rules were then", async () => {
  const scene = await makeScene();
  const why = async (isLimited: boolean) => {
    const input = CreateIncident.parse({ title: "Slow", impact: "unknown", tags: isLimited ? ["web"] : [] });
    const { id } = await createIncident(scene.caller(), input);
    const [event] = await run`select id from events where incident_id = ${id}`;
    await fanOut(event.id);
    return await getIncidentTimeline(scene.caller(), id);
  };
  const none = await why(false);
  expect(none.unnotified).toBe("No alert rule was set up for new incidents.");
  expect(none.unmatched_rules).toEqual({ total: 0, type: 0, monitors: 0, tags: 0 });
  const [integration] = await run`insert into integrations (project_id, app, name)
    values (${scene.projectId}, 'email', 'On call') returning id`;
  const rule = (settings: object | null, tags: string[]) => run`
    insert into alert_rules (project_id, organization_id, event, integration_id, event_settings, tags)
    select ${scene.projectId}::bigint, organization_id, 'uptime.incident.created', ${integration.id}, ${settings && JSON.stringify(settings)}::json, ${tags}
    from projects where id = ${scene.projectId}`;
  await rule({ type: "monitor" }, []);
  await rule(null, ["db"]);
  await rule(null, ["mail"]);
  const filtered = await why(true);
  expect(filtered.unmatched_rules).toEqual({ total: 3, type: 1, monitors: 0, tags: 2 });
  expect(filtered.unnotified).toBe(
    "None of the 3 alert rules for new incidents matched: 1 is for the other type of incident and 2 are limited to other tags.",
  );
  await rule(null, ["web"]);
  expect((await why(true)).unmatched_rules).toBeNull();
});

test("says why an incident alerted no one, once its alert rules were matched", async () => {
  const scene = await makeScene();
  const monitor = await createMonitor(scene.caller(), CreateMonitor.parse(MONITOR));
  const input = CreateIncident.parse({ title: "Slow", impact: "unknown", monitors: [monitor.id] });
  const { id } = await createIncident(scene.caller(), input);
  const unnotified = async () => (await getIncidentTimeline(scene.caller(), id)).unnotified;
  expect(await unnotified()).toBeNull();
  const [event] = await run`update events set fanned_out_at = now()
    where incident_id = ${id} and key = 'uptime.incident.created' returning id`;
  expect(await unnotified()).toBe("No alert rule matched it.");
  const [integration] = await run`insert into integrations (project_id, app, name)
    values (${scene.projectId}, 'email', 'On call') returning id`;
  const [sent] =
    await run`insert into deliveries (project_id, event_id, integration_id, incident_id, status, reason, occurred_at)
    values (${scene.projectId}, ${event.id}, ${integration.id}, ${id}, 'muted', 'The integration is paused.', now()) returning id`;
  expect(await unnotified()).toBe("The integration is paused.");
  await run`update deliveries set status = 'delivered' where id = ${sent.id}`;
  expect(await unnotified()).toBeNull();
});

test("keeps the opening and the failures in the timeline of 5,000 monitors, and counts the rest", async () => {
  const scene = await makeScene();
  const { id } = await createIncident(
    scene.caller(),
    CreateIncident.parse({ title: "All down", impact: "unknown" }),
  );
  const at = "2026-11-26T12:00:00Z";
  await run`update incident_timeline set kind = 'opened', occurred_at = ${at} where incident_id = ${id}`;
  await run`insert into incident_timeline (incident_id, project_id, kind, reason, occurred_at)
    select ${id}::bigint, ${scene.projectId}::bigint, 'propagated', 'joined', ${at}::timestamptz + n * interval '1 second'
    from generate_series(1, 4999) n`;
  const [integration] = await run`insert into integrations (project_id, app, name)
    values (${scene.projectId}, 'email', 'On call') returning id`;
  const send = (status: string, count: number) => run`
    insert into deliveries (project_id, integration_id, incident_id, status, occurred_at, created_at)
    select ${scene.projectId}::bigint, ${integration.id}::bigint, ${id}::bigint, ${status}, ${at}::timestamptz, ${at}::timestamptz + n * interval '1 second'
    from generate_series(1, ${count}::int) n`;
  await send("delivered", 1000);
  await send("failed", 2);
  const timeline = await getIncidentTimeline(scene.caller(), id);
  const count = (kind: string) => timeline.entries.filter((entry) => entry.kind === kind).length;
  expect([count("opened"), count("propagated"), count("delivery")]).toEqual([1, 50, 52]);
  const first_at = "2026-11-26T12:00:01Z";
  expect(timeline.omitted).toEqual([
    { kind: "propagated", integration: null, status: null, count: 4949, first_at },
    { kind: "delivery", integration: "On call", status: "delivered", count: 950, first_at },
  ]);
});
