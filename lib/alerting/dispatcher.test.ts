import pg from "pg";
import { expect, test, vi } from "vitest";
import { recoverIncident } from "@/lib/services/incidents/incidents";
import { claimDeliveries } from "@/lib/store/alerting/delivery-writes";
import { dueWork } from "@/lib/store/alerting/due-deliveries";
import { reserveEvents } from "@/lib/store/alerting/unfanned-events";
import { db, pool } from "@/lib/store/core/pool";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import { drain, limitRate, pass } from "@/lib/testing/notifications/notification-setup";
import { CREATED, RECOVERED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { answer } from "@/lib/testing/notifications/receiver";
import { run } from "@/lib/testing/sql";
import { statements } from "@/lib/testing/statements/statements";
import { Dispatcher } from "./dispatcher";
import { fanOutIn } from "./fan-out";

const stage = useNotificationStage();

/** How the statements of each stage begin. Results are recorded as responses arrive, in batches of any size. */
const STAGES = [
  "update events set fan_out_after",
  "select e.id",
  "update events set fanned_out_at",
  "insert into deliveries",
  "with recursive waiting",
  "select d.id",
  "update deliveries d set attempts",
];

const pathsOf = () => stage.receiver.received.map((one) => one.path);

/** Resolves when the condition is met, however long a busy machine takes. */
async function until(isMet: () => boolean): Promise<void> {
  while (!isMet()) await new Promise((resolve) => setTimeout(resolve, 10));
}

test("sends to others while one destination hangs with more deliveries than its share", async () => {
  const unanswered: (() => void)[] = [];
  stage.receiver.respond = ({ path }, response) => {
    if (path === "/hangs") unanswered.push(() => response.end("ok"));
    else response.end("ok");
  };
  for (const path of ["hangs", "well"])
    await stage.makeRule(await stage.makeWebhook(`${stage.receiver.url}/${path}`), CREATED);
  for (let n = 1; n <= 40; n += 1) await stage.openIncident({ title: `Shop ${n} is down` });
  const dispatcher = new Dispatcher();
  dispatcher.start();
  await until(() => pathsOf().filter((path) => path === "/well").length === 40 && unanswered.length === 32);
  expect(pathsOf().filter((path) => path === "/hangs")).toHaveLength(32);
  stage.receiver.respond = (_, response) => response.end("ok");
  for (const end of unanswered) end();
  await until(() => pathsOf().length === 80);
  await dispatcher.stop();
  const ids = stage.receiver.received.map((one) => one.headers["webhook-id"]);
  expect(new Set(ids).size).toBe(80);
});

test("sends nothing more to a destination that responded with 429 while its limit is being recorded", async () => {
  const hook = await stage.hookFor(CREATED);
  stage.receiver.respond = answer(429, "", { "Retry-After": "7200" });
  for (let n = 1; n <= 60; n += 1) await stage.openIncident({ title: `Shop ${n} is down` });
  const other = await pool().connect();
  await other.query("begin");
  await other.query("select from integrations where id = $1 for no key update", [hook]);
  const dispatcher = new Dispatcher();
  dispatcher.start();
  await until(() => stage.receiver.received.length >= 32);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await other.query("commit");
  other.release();
  await dispatcher.stop();
  expect(stage.receiver.received).toHaveLength(32);
  await run`delete from deliveries`;
});

test("a worker that hasn't seen a rate limit claims nothing beyond it, except tests", async () => {
  const hook = await stage.hookFor(CREATED);
  await stage.openIncident();
  const event = await run<{ id: number }>`select id from events where project_id = ${stage.scene.projectId}`;
  await fanOutIn([stage.scene.projectId], [event[0]?.id ?? 0]);
  await limitRate(hook, 3600);
  const [{ id }] = await run`select id from deliveries where integration_id = ${hook}`;
  const claim = () => claimDeliveries(db(), [stage.scene.projectId], [id], new Date(), 1000);
  expect((await claim()).size).toBe(0);
  await run`update deliveries set is_test = true where id = ${id}`;
  expect((await claim()).size).toBe(1);
  await run`delete from deliveries`;
});

test("wakes at once for an event that any server records, and keeps the order of each incident", async () => {
  await stage.hookFor(CREATED, RECOVERED);
  const dispatcher = new Dispatcher();
  dispatcher.start();
  const incidents = await Promise.all([1, 2, 3, 4, 5].map((n) => stage.openIncident({ title: `${n}` })));
  await Promise.all(incidents.map(({ id }) => recoverIncident(stage.scene.caller(), id)));
  await until(() => stage.receiver.received.length === 10);
  await dispatcher.stop();
  const seen = stage.receiver.received.map(
    ({ body }) => JSON.parse(body) as { type: string; data: { incident: { id: number } } },
  );
  for (const { id } of incidents)
    expect(seen.filter((one) => one.data.incident.id === id).map((one) => one.type)).toEqual([
      CREATED,
      RECOVERED,
    ]);
});

test("asks once a second whether anything is due, with one statement, and nothing else while nothing is", async () => {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  const texts = () => spy.mock.calls.map(([given]) => JSON.stringify(given));
  const sent = () => texts().filter((text) => /deliveries|events/.test(text));
  const dispatcher = new Dispatcher();
  try {
    dispatcher.start();
    await until(() => sent().length >= 5);
    // The first three are those of the pumps, which begin at once.
    expect(
      sent()
        .slice(3)
        .filter((text) => !/as events/.test(text)),
    ).toEqual([]);
  } finally {
    spy.mockRestore();
    await dispatcher.stop();
  }
});

test("finds a dead server's work and newly due work without being woken", async () => {
  const fail = (error: unknown) => expect(error).toBe(undefined);
  const due = async () =>
    (await dueWork(new Date(), fail)).map(({ events, deliveries }) => ({ events, deliveries }));
  await stage.hookFor(CREATED);
  expect(await due()).toEqual([]);
  await stage.openIncident();
  expect(await due()).toEqual([{ events: true, deliveries: false }]);
  await reserveEvents([stage.scene.projectId], 10, 30_000);
  expect(await due()).toEqual([]);
  await run`update events set fan_out_after = now() - interval '1 second'`;
  expect(await due()).toEqual([{ events: true, deliveries: false }]);
  stage.receiver.respond = (_, response) => response.writeHead(500).end();
  await new Dispatcher().runOnce();
  expect(await due()).toEqual([]);
  await run`update deliveries set next_attempt_at = now() - interval '1 second' where status = 'pending'`;
  expect(await due()).toEqual([{ events: false, deliveries: true }]);
  stage.receiver.respond = (_, response) => response.end("ok");
  const dispatcher = new Dispatcher();
  const isSent = async () => {
    const query = "select status from deliveries order by id desc limit 1";
    const status = async () => (await pool().query(query)).rows[0].status;
    await expect.poll(status, { timeout: 30_000 }).toBe("delivered");
  };
  dispatcher.start();
  try {
    await isSent();
    await run`update deliveries set status = 'pending', next_attempt_at = now()
      where id = (select max(id) from deliveries)`;
    await isSent();
  } finally {
    await dispatcher.stop();
  }
});

test("keeps looking after it couldn't read from the database", async () => {
  let reads = 0;
  const spy = vi.spyOn(pool(), "query").mockImplementation((() => {
    reads += 1;
    return Promise.reject(new Error("write EPIPE"));
  }) as never);
  const dispatcher = new Dispatcher();
  try {
    dispatcher.start();
    // Three pumps and two looks.
    await until(() => reads >= 5);
  } finally {
    spy.mockRestore();
    await dispatcher.stop();
  }
});

test("reads, decides, and claims with the same number of statements for 25 alerts as for 5", async () => {
  await stage.hookFor(CREATED);
  const cost = async (count: number) => {
    for (let n = 1; n <= count; n += 1) await stage.openIncident();
    const sent = await statements(() => new Dispatcher().runOnce());
    return sent
      .map((text) => text.trim().replace(/\s+/g, " "))
      .filter((text) => STAGES.some((start) => text.startsWith(start)));
  };
  await cost(1);
  const few = await cost(5);
  expect(await cost(25)).toEqual(few);
  expect(few.length).toBeGreaterThan(STAGES.length);
});

test("records 30 failures at once without taking the connections of everything else", async () => {
  const answers: (() => void)[] = [];
  stage.receiver.respond = (_, response) => {
    answers.push(() => response.writeHead(500).end());
    if (answers.length === 30) for (const answer of answers) answer();
  };
  await stage.hookFor(CREATED);
  for (let n = 1; n <= 30; n += 1) await stage.openIncident();
  let [used, most] = [0, 0];
  const acquired = () => {
    used += 1;
    if (answers.length === 30) most = Math.max(most, used);
  };
  const released = () => {
    used -= 1;
  };
  pool().on("acquire", acquired).on("release", released);
  await new Dispatcher().runOnce();
  pool().off("acquire", acquired).off("release", released);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(3);
});

test("after a rate limit, sends waiting notifications even if a server died while sending a later one", async () => {
  await stage.hookFor(CREATED);
  stage.receiver.respond = (_, response) => response.writeHead(429).end();
  for (const title of ["first", "second"]) await stage.openIncident({ title });
  await new Dispatcher().runOnce();
  await run`update integration_limits set limited_until = now() - interval '1 second'`;
  await run`update deliveries set next_attempt_at = now() - interval '1 second', attempts = 1, leased_until = null`;
  await run`update deliveries set leased_until = now() - interval '1 second' where id = (select max(id) from deliveries)`;
  stage.receiver.received.length = 0;
  stage.receiver.respond = (_, response) => response.end("ok");
  await new Dispatcher().runOnce();
  expect(stage.receiver.received).toHaveLength(2);
});

// Citus has no triggers on distributed tables.
test.skipIf(await isOnCitus())("one broken event affects no other", async () => {
  await stage.hookFor(CREATED);
  await stage.openIncident({ title: "broken" });
  await stage.openIncident({ title: "fine" });
  await run`create function refuse() returns trigger language plpgsql as $$
      begin if exists (select 1 from incidents where id = new.incident_id and title = 'broken') then raise exception 'broken row'; end if;
      return new; end $$;
    create trigger refuse before insert on deliveries for each row execute function refuse()`;
  try {
    await drain();
    expect(stage.receiver.received).toHaveLength(1);
  } finally {
    await run`drop trigger refuse on deliveries; drop function refuse`;
  }
  await run`update events set fan_out_after = null where fanned_out_at is null`;
  await drain();
  expect(stage.receiver.received).toHaveLength(2);
});

test("sends to others while the failover of a rate-limited alert waits for another server", async () => {
  const limited = await stage.makeWebhook(`${stage.receiver.url}/limited`);
  await stage.makeRule(limited, CREATED);
  await stage.hookFor(CREATED);
  await limitRate(limited, 3600);
  await stage.openIncident();
  await fanOutIn([stage.scene.projectId], await reserveEvents([stage.scene.projectId], 10, 30_000));
  const alert = async () => (await stage.deliveries()).find((one) => one.integration_id === limited);
  const other = await pool().connect();
  const dispatcher = new Dispatcher();
  try {
    await other.query(
      `begin; select from deliveries where integration_id = ${limited} and project_id = ${stage.scene.projectId} for no key update`,
    );
    dispatcher.start();
    await expect.poll(pathsOf, { timeout: 10_000 }).toEqual(["/hook"]);
    expect((await alert())?.failed_over).toBeNull();
    await other.query("commit");
    await expect
      .poll(async () => (await alert())?.failed_over)
      .toMatch(/^Failed over to the owners by email/);
  } finally {
    other.release(true);
    await dispatcher.stop();
  }
});

// Citus has no triggers on distributed tables.
test.skipIf(await isOnCitus())("one broken delivery affects no other, and waits", async () => {
  await stage.hookFor(CREATED);
  for (const title of ["broken", "well"]) await stage.openIncident({ title });
  await run`create function refuse_claim() returns trigger language plpgsql as $$
      begin if exists (select 1 from incidents where id = new.incident_id and title = 'broken') then raise exception 'broken row'; end if;
        return new; end $$;
    create trigger refuse_claim before update on deliveries for each row when (old.attempts <> new.attempts) execute function refuse_claim()`;
  await drain();
  await run`drop trigger refuse_claim on deliveries; drop function refuse_claim`;
  expect((await stage.deliveries()).map((one) => one.status)).toEqual(["pending", "delivered"]);
  await pass(11);
  await drain();
  expect(stage.receiver.received).toHaveLength(2);
});
