import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { keepTimeBy } from "@/lib/shared/clock";
import { setEnv } from "@/lib/shared/env";
import { forget } from "@/lib/shared/once";
import { closePool, pool } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { type DatabaseProxy, startDatabaseProxy } from "@/lib/testing/databases/database-proxy";
import { type MailServer, startMailServer } from "@/lib/testing/notifications/mail-server";
import { makeUser } from "@/lib/testing/notifications/notification-setup";
import { answer, type Receiver, startReceiver } from "@/lib/testing/notifications/receiver";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { sendSystemMail } from "../system-mail";
import { OwnHealth } from "./own-health";

const database = useDatabase();
let receiver: Receiver;
let mail: MailServer;
let proxy: DatabaseProxy;
let health: OwnHealth;
let minute = 0;

beforeAll(async () => {
  [receiver, mail, proxy] = await Promise.all([
    startReceiver(),
    startMailServer(),
    startDatabaseProxy(database.url),
  ]);
  await makeUser(await makeScene(), "Ada", "owner");
  await closePool();
  setEnv({ DATABASE_URL: proxy.url });
});
afterAll(async () => {
  await closePool();
  setEnv({ DATABASE_URL: database.url });
  await Promise.all([receiver.close(), mail.close(), proxy.stop()]);
});
beforeEach(async () => {
  health = new OwnHealth();
  minute = 0;
  receiver.received.length = 0;
  mail.mails.length = 0;
  setEnv({
    HEALTH_ALERT_URL: `${receiver.url}/alert?key=secret`,
    SMTP_URL: mail.url,
    HEALTH_ALERT_EMAIL: "",
  });
  await run`truncate health_minutes, health_alerts, maintenance_steps, runners`;
  await run`insert into runners (name, kind, token_hash, last_seen_at)
    values ('local', 'local', 'x', now() + interval '1 day')`;
});
afterEach(() => {
  keepTimeBy(null);
  receiver.respond = answer(200, "ok");
  setEnv({ HEALTH_ALERT_URL: "", SMTP_URL: "", HEALTH_ALERT_EMAIL: "", HEALTH_ALERT_MINUTES: "" });
});

const BEGAN_MS = Date.now();
/** Checks once for each minute up to `until`. */
async function checkUntil(until: number, servers: readonly OwnHealth[] = [health]): Promise<void> {
  for (; minute <= until; minute += 1) {
    keepTimeBy(() => BEGAN_MS + minute * 60_000);
    forget("health.stages");
    for (const server of servers) await server.look();
  }
}
const backupFails = () =>
  run`insert into maintenance_steps (name, misses, failing_since, failed_at, reason)
    values ('backup', 2, now(), now(), 'No space')`;
const works = async () => {
  await run`truncate maintenance_steps`;
  await run`update health_alerts set failing_at = now() - interval '3 minutes'`;
};
const posted = () =>
  receiver.received.map(({ body }) => {
    const { type, parts } = JSON.parse(body) as { type: string; parts: { part: string }[] };
    return [type, ...parts.map(({ part }) => part)];
  });

test("alerts once when a part keeps failing, and once when it has recovered, by webhook and email to owners", async () => {
  await backupFails();
  await checkUntil(4);
  expect(posted()).toEqual([]);
  await checkUntil(9);
  await works();
  await checkUntil(12);
  expect(posted()).toEqual([
    ["health.problem", "maintenance"],
    ["health.recovered", "maintenance"],
  ]);
  const [problem] = receiver.received.map(({ body }) => JSON.parse(body));
  expect(problem.text).toContain("Retention and backups: The maintenance step backup has been failing");
  expect(receiver.received[0]?.body).not.toContain("secret");
  expect(mail.mails.map(({ headers }) => headers.subject)).toEqual([
    "Vedette needs attention: Retention and backups",
    "Vedette has recovered: Retention and backups",
  ]);
  expect(mail.mails[0]?.recipients).toEqual([expect.stringContaining("ada")]);
});

test("a problem shorter than the limit sends nothing", async () => {
  await backupFails();
  await checkUntil(3);
  await works();
  await checkUntil(12);
  expect(posted()).toEqual([]);
});

test("several servers send one alert, and a restarted one sends none", async () => {
  await backupFails();
  await checkUntil(8, [health, new OwnHealth()]);
  await checkUntil(16, [new OwnHealth()]);
  await works();
  await checkUntil(18, [health, new OwnHealth()]);
  expect(posted().map(([type]) => type)).toEqual(["health.problem", "health.recovered"]);
});

test("an alert that no channel accepted is sent again", async () => {
  setEnv({ SMTP_URL: "" });
  receiver.respond = answer(500);
  await backupFails();
  await checkUntil(6);
  receiver.respond = answer(200);
  await checkUntil(9);
  expect(posted()).toHaveLength(3);
});

test("an owner whom the mail server refuses temporarily gets the alert after a restart", async () => {
  mail.refusedRecipients.set("ada", 450);
  await backupFails();
  await checkUntil(6);
  const waiting = () => run`select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'system_mail'`;
  await expect.poll(waiting).toHaveLength(1);
  mail.refusedRecipients.clear();
  const [job] = await waiting();
  await sendSystemMail(job?.payload);
  expect(mail.mails.map(({ headers }) => headers.subject)).toEqual([
    "Vedette needs attention: Retention and backups",
  ]);
});

test("alerts without the database, stores those minutes later, and announces its return", async () => {
  setEnv({ HEALTH_ALERT_MINUTES: "1" });
  await checkUntil(0);
  proxy.refuse();
  await checkUntil(3);
  expect(posted()).toEqual([["health.problem", "database"]]);
  expect(mail.mails).toHaveLength(1);
  proxy.pass();
  await expect
    .poll(() =>
      pool()
        .query("select 1")
        .then(
          () => true,
          () => false,
        ),
    )
    .toBe(true);
  await checkUntil(4);
  await works();
  await checkUntil(5);
  expect(posted().at(-1)).toEqual(["health.recovered", "database"]);
  const rows = await run`select failing from health_minutes order by minute`;
  expect(rows.map(({ failing }) => failing.join())).toEqual(["", ...Array(3).fill("database"), "", ""]);
});

test("HEALTH_ALERT_EMAIL replaces the recipients, adds reports about runners, or turns emails off", async () => {
  await run`truncate runners`;
  setEnv({ HEALTH_ALERT_EMAIL: "ops@example.com,night@example.com" });
  await checkUntil(6);
  expect(mail.mails.flatMap(({ recipients }) => recipients).toSorted()).toEqual([
    "night@example.com",
    "ops@example.com",
  ]);
  await run`truncate health_alerts`;
  setEnv({ HEALTH_ALERT_EMAIL: "off" });
  await checkUntil(20, [new OwnHealth()]);
  expect(posted()).toHaveLength(2);
  expect(mail.mails).toHaveLength(2);
});
