import { expect, test } from "vitest";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import { createIncidentUpdate, editIncidentUpdate } from "@/lib/services/incidents/updates";
import { createIncident } from "@/lib/services/incidents/writes";
import { updateStatusPage } from "@/lib/services/status-pages/writes";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { pool } from "@/lib/store/core/pool";
import { until, useAcmePage } from "@/lib/testing/pages/acme-page";

const frontDoor = useAcmePage();

/** Makes everything an hour older, so that the next change is visible. */
async function age(): Promise<void> {
  const earlier = "now() - interval '1 hour'";
  await pool().query(`update status_pages set updated_at = ${earlier}`);
  await pool().query(`update incidents set updated_at = ${earlier}, incident_at = ${earlier}`);
  await pool().query(`update incident_updates set updated_at = ${earlier}, published_at = ${earlier}`);
  await pool().query(`update monitor_states set last_checked_at = ${earlier}`);
}

async function updatedAt(): Promise<number> {
  await renderProjectPages(frontDoor.scene.projectId);
  const { text } = await frontDoor.ask("/status/moves/api/v2/summary.json");
  return Date.parse(JSON.parse(text).page.updated_at);
}

test("updates Statuspage's page.updated_at with every visible change", async () => {
  const page = await frontDoor.makePage({ subdomain: "moves" });
  const caller = frontDoor.scene.caller();
  const input = CreateIncident.parse({
    title: "Down",
    impact: "major_outage",
    monitors: [frontDoor.monitorId],
  });
  const incident = await createIncident(caller, input);
  let update = { id: 0 };
  const changes = [
    async () => {
      update = await createIncidentUpdate(caller, incident.id, {
        state: "investigating",
        content: "We look.",
      });
    },
    () => editIncidentUpdate(caller, incident.id, update.id, { content: "We look into it." }),
    () => updateStatusPage(caller, page.id, { title: "Other" }),
  ];
  for (const change of changes) {
    await age();
    await until(async () => Date.now() - (await updatedAt()) > 3_500_000);
    await change();
    await until(async () => Date.now() - (await updatedAt()) < 60_000);
  }
  expect(await updatedAt()).toBeLessThanOrEqual(Date.now());
});

/** Atlassian's status widget asks for the summary at the root of the page's host, and the npm package `statuspage.io` for all. */
const ASKED = {
  "status.json": ["page", "status"],
  "summary.json": ["page", "components", "incidents", "scheduled_maintenances", "status"],
  "components.json": ["page", "components"],
  "incidents.json": ["page", "incidents"],
  "incidents/unresolved.json": ["page", "incidents"],
  "scheduled-maintenances.json": ["page", "scheduled_maintenances"],
  "scheduled-maintenances/upcoming.json": ["page", "scheduled_maintenances"],
  "scheduled-maintenances/active.json": ["page", "scheduled_maintenances"],
};

test.each(Object.entries(ASKED))("answers %s to scripts of other sites", async (path, keys) => {
  const asked = { host: "status.acme.test", headers: { Origin: "https://www.acme.example", Accept: "*/*" } };
  const { status, headers, text } = await frontDoor.ask(`/api/v2/${path}`, asked);
  expect([status, headers["access-control-allow-origin"]]).toEqual([200, "*"]);
  expect(headers["content-type"]).toMatch(/^application\/json/);
  const body = JSON.parse(text);
  expect(Object.keys(body).sort()).toEqual([...keys].sort());
  // The widget's class names, without which it has no color.
  if ("status" in body)
    expect(["none", "minor", "major", "critical", "maintenance"]).toContain(body.status.indicator);
});
