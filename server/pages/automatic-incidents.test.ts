import { beforeAll, describe, expect, it } from "vitest";
import { createIncidentUpdate } from "@/lib/services/incidents/updates";
import { updateIncident } from "@/lib/services/incidents/writes";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { until, useAcmePage } from "@/lib/testing/pages/acme-page";
import { run } from "@/lib/testing/sql";

const frontDoor = useAcmePage();

/** Texts of the checker about the outage. None of it may leave the dashboard. The IDs in feeds contain times, with any digits. */
const TITLE = "prod-shop-1 is down: 10.0.0.7:3231 answered 502";
const DESCRIPTION = "prod-shop-1 (https://10.0.0.7:3231/health) has been failing from Frankfurt.";
const INTERNALS = /prod-shop|10\.0\.0\.7|(?<!\d)(3231|502)(?!\d)|Frankfurt/;

const FORMATS = [
  "",
  "/history",
  "/incidents/APP-7",
  "/history.rss",
  "/history.slack.rss",
  "/history.atom",
  "/history.json",
  "/maintenance.ics",
  "/api/v2/summary.json",
  "/api/v2/incidents.json",
  "/api/v2/incidents/unresolved.json",
  "/sitemap.xml",
  "/badge.svg",
  "/shield-badges/status.json",
];

let id = 0;

/** Inserts the rows that the engine inserts when all regions of the monitor fail. */
async function openIncident(): Promise<number> {
  const { projectId } = frontDoor.scene;
  const rows = await run<{
    id: number;
  }>`with i as (insert into incidents (project_id, number, slug, type, title, description, impact, incident_at)
       values (${projectId}, 7, 'APP-7', 'monitor', ${TITLE}, ${DESCRIPTION}, 'unknown', now() - interval '12 minutes') returning id),
     m as (insert into incident_monitors (incident_id, monitor_id, project_id, failing_since)
       select id, ${frontDoor.monitorId}, ${projectId}, now() - interval '12 minutes' from i)
     select id from i`;
  await run`insert into monitor_states (monitor_id, project_id, status, last_checked_at) values (${frontDoor.monitorId}, ${projectId}, 'offline', now())
     on conflict (monitor_id, project_id) do update set status = 'offline', last_checked_at = now()`;
  return rows[0]?.id ?? 0;
}

const ask = async (path: string) => {
  const { status, text } = await frontDoor.ask(`/status/seen${path}`);
  expect([path, status]).toEqual([path, 200]);
  return text;
};

async function recover(): Promise<void> {
  await run`update incidents set status = 'recovered', recovery_at = now() where id = ${id}`;
  await run`update incident_monitors set recovered_at = now() where incident_id = ${id}`;
  await renderProjectPages(frontDoor.scene.projectId);
}

beforeAll(async () => {
  id = await openIncident();
  await frontDoor.makePage({
    subdomain: "seen",
    subscription_channels: ["rss", "atom", "slack", "json", "ical", "email"],
    components: [
      {
        componentable_type: "uptime/monitor",
        componentable_id: frontDoor.monitorId,
        display_name: "Web shop",
      },
    ],
  });
  await renderProjectPages(frontDoor.scene.projectId);
  await until(async () => (await frontDoor.ask("/status/seen")).text.includes("outage"));
});

describe("an automatic incident without a public update", () => {
  it("is an outage on the page, not a day without incidents", async () => {
    const home = await ask("");
    expect(home).toContain('href="/status/seen/incidents/APP-7"');
    expect(home).toContain("Web shop is partially unavailable");
    expect(home.slice(home.indexOf('id="recent"'))).not.toMatch(/No incidents\.|See above/);
    expect(await ask("/history")).toContain("Web shop is partially unavailable");
    const own = await ask("/incidents/APP-7");
    expect(own).toContain("<h1>Web shop is partially unavailable</h1>");
    expect(own).toContain("No updates have been posted");
    expect(await ask(`/components/${frontDoor.monitorId}`)).toContain("Web shop is partially unavailable");
  });

  it("is in the feeds and the JSON", async () => {
    for (const path of ["/history.rss", "/history.atom", "/history.json"])
      expect([path, await ask(path)]).toEqual([
        path,
        expect.stringContaining("Web shop is partially unavailable"),
      ]);
    const { incidents } = JSON.parse(await ask("/api/v2/summary.json"));
    expect(incidents).toMatchObject([
      {
        id: "APP-7",
        name: "Web shop is partially unavailable",
        status: "investigating",
        impact: "major",
        incident_updates: [{ status: "investigating", body: "Web shop is partially unavailable." }],
        components: [{ name: "Web shop" }],
      },
    ]);
    expect(await ask("/history.slack.rss")).not.toContain("<item>");
  });

  it("shows nothing internal in any format", async () => {
    for (const path of [...FORMATS, `/components/${frontDoor.monitorId}`])
      expect([path, INTERNALS.exec(await ask(path))]).toEqual([path, null]);
  });
});

describe("an automatic incident with a public update", () => {
  it("has a neutral title until someone gives it one", async () => {
    await createIncidentUpdate(frontDoor.scene.caller(), id, { state: "investigating", content: "We look." });
    await renderProjectPages(frontDoor.scene.projectId);
    await until(async () => (await ask("")).includes("We look."));
    expect(await ask("")).toContain("Web shop is partially unavailable");
    for (const path of FORMATS) expect([path, INTERNALS.exec(await ask(path))]).toEqual([path, null]);
    const update = { state: "identified", content: "Found it.", public_title: "Orders fail" } as const;
    await createIncidentUpdate(frontDoor.scene.caller(), id, update);
    await renderProjectPages(frontDoor.scene.projectId);
    await until(async () => (await ask("")).includes("Orders fail"));
    for (const path of [
      "/history.rss",
      "/history.slack.rss",
      "/history.atom",
      "/history.json",
      "/incidents/APP-7",
    ])
      expect([path, await ask(path)]).toEqual([path, expect.stringContaining("Orders fail")]);
  });

  it("an outage shows its duration once it has recovered", async () => {
    await recover();
    await until(async () => (await ask("")).includes("lasted 12 min"));
    for (const path of FORMATS) expect([path, INTERNALS.exec(await ask(path))]).toEqual([path, null]);
  });

  it("carries its post-mortem to the incident's page, the feeds, and the JSON", async () => {
    await updateIncident(frontDoor.scene.caller(), id, { post_mortem: "A **full** disk." });
    await renderProjectPages(frontDoor.scene.projectId);
    await until(async () => (await ask("")).includes("/incidents/APP-7#post-mortem"));
    const own = await ask("/incidents/APP-7");
    expect(own).toContain('<section id="post-mortem">');
    expect(own).toContain("A <strong>full</strong> disk.");
    for (const path of ["/history.rss", "/history.slack.rss", "/history.atom", "/history.json"])
      expect([path, await ask(path)]).toEqual([path, expect.stringMatching(/Post-mortem.*full/s)]);
    const { incidents } = JSON.parse(await ask("/api/v2/incidents.json"));
    expect(incidents).toMatchObject([
      { status: "postmortem", incident_updates: [{ status: "postmortem" }, { status: "identified" }, {}] },
    ]);
  });
});
