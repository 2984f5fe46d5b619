import { beforeEach, expect, test } from "vitest";
import { drain, pass } from "@/lib/testing/notifications/notification-setup";
import { CREATED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
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
