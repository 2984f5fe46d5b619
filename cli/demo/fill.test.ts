import { beforeAll, expect, test } from "vitest";
import { listIncidents } from "@/lib/services/incidents/incidents";
import { forget } from "@/lib/shared/once";
import { firstOwner as ownerOf } from "@/lib/store/accounts/first-start";
import { pool } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { firstOwner } from "@/server/start/owner-link";
import { commandLineCaller } from "../caller";
import { fillDemo } from "./fill";
import { INCIDENTS } from "./incidents";
import { demoServices } from "./services";

useDatabase();
let projectId = 0;
const services = demoServices(new URL("http://localhost:3000"));

beforeAll(async () => {
  Object.assign(process.env, { OWNER_EMAIL: "ada@example.org", OWNER_PASSWORD: "a long enough password" });
  process.env.VEDETTE_EMBEDDED = "1";
  forget("env");
  await firstOwner();
  const author = await ownerOf();
  await fillDemo(await commandLineCaller(), author ?? { id: 0, name: "" });
  const { rows } = await pool().query("select id from projects where slug = 'demo'");
  projectId = rows[0].id;
});

const one = async (text: string) => (await pool().query(text, [projectId])).rows[0];

test("creates 90 days of rollups for every monitor and region, with failures only during incidents", async () => {
  const hours = await one(
    "select count(*) as n, min(hour) as first from rollups_hourly where project_id = $1",
  );
  expect(hours.n).toBe(services.length * 3 * 90 * 24);
  const outside = await one(
    `select count(*) as n from rollups_hourly r where r.project_id = $1 and r.down > 0 and not exists (
       select from incidents i join incident_monitors m on m.incident_id = i.id
       where m.monitor_id = r.monitor_id and i.incident_at < r.hour + interval '1 hour' and i.recovery_at > r.hour)`,
  );
  expect(outside.n).toBe(0);
  const failed = await one("select count(*) as n from rollups_hourly where project_id = $1 and down > 0");
  expect(failed.n).toBeGreaterThan(10);
  const raw = await one("select count(*) as n from results where project_id = $1");
  expect(raw.n).toBeGreaterThan(services.length * 3 * 1440 * 0.95);
});

test("creates resolved incidents with updates and sends no notifications", async () => {
  const caller = { ...(await commandLineCaller()), projectId };
  const { items } = await listIncidents(caller, {}, { limit: 50, offset: 0 });
  expect(items).toHaveLength(INCIDENTS.length);
  expect(items.every((incident) => incident.status === "recovered" && incident.state === "resolved")).toBe(
    true,
  );
  const updates = await one("select count(*) as n from incident_updates where project_id = $1");
  expect(updates.n).toBe(INCIDENTS.flatMap((incident) => incident.updates).length);
  const deliveries = await one(
    "select count(*) as n from events where project_id = $1 and key like 'uptime.incident%'",
  );
  expect(deliveries.n).toBe(0);
  const page = await one(
    "select jsonb_array_length(components) as n from status_pages where project_id = $1",
  );
  const groups = new Set(services.map(({ group, name }) => group ?? name));
  expect(page.n).toBe(groups.size);
});
