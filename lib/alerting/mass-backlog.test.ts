import { expect, test } from "vitest";
import { selectDeliveries } from "@/lib/store/alerting/delivery-reads";
import { selectDue } from "@/lib/store/alerting/due-deliveries";
import { makeMonitor } from "@/lib/testing/checks";
import { useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { run } from "@/lib/testing/sql";
import { readsTest, rowsRead } from "@/lib/testing/statements/rows-read";
import { statements } from "@/lib/testing/statements/statements";
import { Dispatcher } from "./dispatcher";
import { fanOut } from "./fan-out";

const stage = useNotificationStage();
const CAPACITY = { total: 50, perIntegration: 8, left: new Map() };

/** Adds events of an incident that were fanned out to an integration. Returns the deliveries' IDs, oldest first. */
async function backlog(integrationId: number, incidentId: number | null, count: number): Promise<number[]> {
  const { projectId } = stage.scene;
  const events = await run`
    insert into events (project_id, key, occurred_at, incident_id, fanned_out_at)
    select ${projectId}, 'uptime.incident.propagated', now(), ${incidentId}::bigint, now() from generate_series(1, ${count}::int) returning id`;
  const rows = await run`
    insert into deliveries (project_id, event_id, integration_id, incident_id, occurred_at, next_attempt_at)
    select ${projectId}, id, ${integrationId}, ${incidentId}::bigint, now(), now() - interval '1 minute'
    from unnest(${events.map(({ id }) => id)}::bigint[]) id order by id returning id`;
  return rows.map(({ id }) => id);
}

/** Opens an incident about which nothing is sent. */
async function incident(): Promise<number> {
  const { id } = await stage.openIncident();
  await run`update events set fanned_out_at = now() where fanned_out_at is null`;
  return id;
}

const due = () => selectDue("toSend", [stage.scene.projectId], new Date(), CAPACITY);

readsTest("finding what to send reads no more for a long backlog than for a short one", async () => {
  const webhook = await stage.makeWebhook(stage.receiver.url);
  const outage = await incident();
  const [first] = await backlog(webhook, outage, 300);
  const short = await rowsRead(due);
  await backlog(webhook, outage, 3000);
  await run`analyze deliveries`;
  expect(await due()).toEqual([first]);
  expect(await rowsRead(due)).toBeLessThan(short + 300);
  // Later events of the incident that aren't fanned out yet change nothing.
  await run`
    insert into events (project_id, key, occurred_at, incident_id)
    select ${stage.scene.projectId}, 'uptime.incident.propagated', now(), ${outage} from generate_series(1, 2000)`;
  expect(await due()).toEqual([first]);
  expect(await rowsRead(due)).toBeLessThan(short + 300);
  await run`update deliveries set attempts = 1 where id = ${first}`;
  expect(await rowsRead(() => selectDeliveries([stage.scene.projectId], [first ?? 0]))).toBeLessThan(100);
});

readsTest("finding what to send reads each row a few times at most in a new outage", async () => {
  const [webhook, other] = [
    await stage.makeWebhook(stage.receiver.url),
    await stage.makeWebhook(stage.receiver.url),
  ];
  const outage = await incident();
  await run`analyze events, deliveries`;
  await backlog(other, outage, 3000);
  await backlog(webhook, outage, 3000);
  await run`
    insert into events (project_id, key, occurred_at, incident_id)
    select ${stage.scene.projectId}, 'uptime.incident.propagated', now(), ${outage} from generate_series(1, 2000)`;
  expect(await rowsRead(due)).toBeLessThan(20 * (3000 + 3000 + 2000));
});

test("a backlog that waits for its first message doesn't delay other incidents, nor news without one", async () => {
  const webhook = await stage.makeWebhook(stage.receiver.url);
  const stuck = await incident();
  const [head] = await backlog(webhook, stuck, 500);
  await run`update deliveries set next_attempt_at = now() + interval '1 hour' where id = ${head}`;
  expect(await due()).toEqual([]);
  const other = await incident();
  const [otherHead] = await backlog(webhook, other, 3);
  const [alone] = await backlog(webhook, null, 1);
  expect((await due()).sort((a, b) => a - b)).toEqual([otherHead, alone]);
  // Those that reached someone block nothing.
  await run`update deliveries set done_steps = '{1}' where id = ${head}`;
  expect(await due()).toHaveLength(3);
});

test("sends an incident's later events in order without a search for each, until one isn't delivered", async () => {
  stage.receiver.respond = (_, response) => {
    response.writeHead(stage.receiver.received.length === 10 ? 503 : 200).end();
  };
  const webhook = await stage.makeWebhook(stage.receiver.url);
  const ids = await backlog(webhook, await incident(), 60);
  const searches = async () => {
    const sent = await statements(() => new Dispatcher().runOnce());
    return sent.filter((text) => text.includes("with recursive waiting")).length;
  };
  expect(await searches()).toBeLessThan(10);
  const delivered = async () =>
    (await run`select id from deliveries where status = 'delivered' order by finished_at, id`).map(
      ({ id }) => id,
    );
  expect(await delivered()).toEqual(ids.slice(0, 9));
  await run`update deliveries set next_attempt_at = now() where status = 'pending'`;
  expect(await searches()).toBeLessThan(10);
  expect(await delivered()).toEqual(ids);
});

readsTest("notifying of many monitors reads few rows for each further event", async () => {
  await stage.hookFor("uptime.incident.propagated");
  const { projectId } = stage.scene;
  const outage = await incident();
  const members: number[] = [];
  for (let at = 0; at < 60; at += 1) members.push(await makeMonitor(projectId));
  await run`
    insert into incident_monitors (project_id, incident_id, monitor_id, position)
    select ${projectId}, ${outage}, id, 1 from unnest(${members}::bigint[]) id`;
  const joined = await run`
    insert into events (project_id, key, occurred_at, incident_id, monitor_id)
    select ${projectId}, 'uptime.incident.propagated', now(), ${outage}, id from unnest(${members}::bigint[]) id returning id`;
  await run`analyze`;
  const ids = joined.map(({ id }) => id);
  const few = await rowsRead(() => fanOut(...ids.slice(0, 5)));
  const many = await rowsRead(() => fanOut(...ids.slice(5, 45)));
  expect(await stage.deliveries()).toHaveLength(45);
  expect((many - few) / 35).toBeLessThan(12);
});
