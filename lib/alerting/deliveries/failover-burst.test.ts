import { beforeEach, expect, test } from "vitest";
import { drain, pass } from "@/lib/testing/notification-setup";
import { CREATED, useNotificationStage } from "@/lib/testing/notification-stage";
import { run } from "@/lib/testing/sql";

const stage = useNotificationStage({ mail: true });

beforeEach(async () => {
  await stage.makeUser("Ada", "owner");
  await stage.hookFor(CREATED);
});

test("a burst that fails over becomes ten messages and one digest, in which no alert is missing", async () => {
  stage.receiver.respond = (_, response) => {
    response.writeHead(503);
    response.end();
  };
  for (let n = 1; n <= 20; n += 1) await stage.openIncident({ title: `Shop ${n} is down` });
  await drain();
  for (let n = 0; n < 3; n += 1) {
    await pass(3601);
    await drain();
  }
  const [reached] =
    await run`select count(distinct event_id)::int as count from deliveries where status = 'delivered'`;
  expect(reached.count).toBe(20);
  expect(stage.mailServer.mails).toHaveLength(11);
  expect(stage.mailServer.mails.at(-1)?.headers.subject).toBe("10 incidents opened: 10 still open");
});

test("an integration that answers 429 isn't asked again before its time, and what failed over to it isn't lost", async () => {
  const pager = await stage.makeWebhook(`${stage.receiver.url}/pager`);
  const rule = await stage.makeRule(pager, CREATED, { rate_limit: 5 });
  let asked = 0;
  stage.receiver.respond = ({ path }, response) => {
    if (path === "/pager") asked += 1;
    const isTaken = path === "/pager" && asked === 1;
    response.writeHead(
      isTaken ? 200 : path === "/pager" ? 429 : 503,
      isTaken ? {} : { "Retry-After": "7200" },
    );
    response.end();
  };
  for (let n = 1; n <= 12; n += 1) await stage.openIncident({ title: `Shop ${n} is down` });
  await drain();
  await run`update alert_rules set rate_limit_minutes = 0 where id = ${rule}`;
  for (let n = 0; n < 3; n += 1) {
    await pass(1200);
    await drain(1);
  }
  // One request per delivery that was under way when the first answer came.
  expect(asked).toBeLessThanOrEqual(6);
  const [reached] =
    await run`select count(distinct event_id)::int as count from deliveries where status = 'delivered'`;
  expect(reached.count).toBe(12);
});
