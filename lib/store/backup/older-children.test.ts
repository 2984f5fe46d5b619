import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asBackup, backupLines } from "@/lib/testing/backup-lines";
import { makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { importBackup } from "./import";

const database = useDatabase();
const secretDigest = "a digest";
const CHILDREN = [
  "certificate_notices",
  "delivery_attempts",
  "maintenance_window_monitors",
  "open_monitor_incidents",
  "push_deliveries",
];
let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(() => client.end());

/** Returns the lines as a version wrote them whose children didn't name their project. */
function asBefore(lines: readonly string[]): string[] {
  let place = -1;
  return lines.map((line, index) => {
    if (index === 0) {
      const header = JSON.parse(line) as { migrations: string[] };
      return JSON.stringify({ ...header, migrations: header.migrations.filter((name) => name < "0171") });
    }
    const [kind, body] = line.startsWith("[")
      ? (JSON.parse(line) as [string, { table: string; columns: string[] }])
      : [];
    if (kind === "#copy" && body) {
      place = CHILDREN.includes(body.table) ? body.columns.indexOf("project_id") : -1;
      return JSON.stringify([kind, { ...body, columns: body.columns.filter((_, at) => at !== place) }]);
    }
    if (kind || place < 0) return line;
    return line
      .split("\t")
      .filter((_, at) => at !== place || line === "\\.")
      .join("\t");
  });
}

test("rows of a backup from before their tables named projects get those of their parents", async () => {
  const { projectId } = await makeScene();
  const monitorId = await makeMonitor(projectId);
  await client.query(`
    insert into users (organization_id, name, email, role) select id, 'Ada', 'ada@example.org', 'owner' from organizations limit 1;
    insert into push_subscriptions (user_id, endpoint_hash, service, secrets) select id, 'x', 'push.example', 'x' from users;
    insert into incidents (project_id, number, slug, type, title, impact, incident_at)
      values (${projectId}, 1, 'app-1', 'monitor', 'Down', 'unknown', now());
    insert into open_monitor_incidents (project_id, monitor_id, incident_id) select project_id, ${monitorId}, id from incidents;
    insert into integrations (project_id, app, name) values (${projectId}, 'email', 'Mail');
    insert into events (project_id, key, occurred_at) values (${projectId}, 'uptime.incident.created', now());
    insert into deliveries (project_id, event_id, integration_id, occurred_at)
      select e.project_id, e.id, i.id, now() from events e, integrations i;
    insert into delivery_attempts (project_id, delivery_id, attempt, started_at, outcome) select project_id, id, 1, now(), 'delivered' from deliveries;
    insert into push_deliveries (project_id, subscription_id, event_id) select e.project_id, s.id, e.id from events e, push_subscriptions s;
    insert into monitor_certificates (project_id, monitor_id, region, fingerprint_sha256, serial_number, not_before, not_after)
      values (${projectId}, ${monitorId}, 'eu-deu-fra', 'AA', '1', now(), now());
    insert into certificate_notices (project_id, certificate_id, days, integration_id)
      select c.project_id, c.id, 7, i.id from monitor_certificates c, integrations i;
    insert into maintenance_windows (project_id, title, starts_at, ends_at) values (${projectId}, 'Moving', now(), now());
    insert into maintenance_window_monitors (project_id, maintenance_window_id, monitor_id) select project_id, id, ${monitorId} from maintenance_windows`);
  const lines = await backupLines(client, secretDigest);
  const before = asBefore(lines);
  expect(before.filter((line, index) => line !== lines[index])).toHaveLength(1 + 2 * CHILDREN.length);
  await importBackup(client, asBackup(before), { secretDigest, replace: true, otherSecret: false });
  const rowsOf = (made: string[]) => made.slice(1).filter((line) => !line.startsWith('["#sequence"'));
  expect(rowsOf(await backupLines(client, secretDigest))).toEqual(rowsOf(lines));
  const { rows } = await client.query("select from pg_proc where proname = 'project_of_parent'");
  expect(rows).toEqual([]);
});
