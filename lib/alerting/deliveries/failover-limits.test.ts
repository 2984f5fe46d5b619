import { beforeEach, expect, test } from "vitest";
import { recoverIncident } from "@/lib/services/incidents/incidents";
import { drain, pass } from "@/lib/testing/notifications/notification-setup";
import { CREATED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { run } from "@/lib/testing/sql";

const stage = useNotificationStage({ mail: true });

const mailsTo = (name: string) =>
  stage.mailServer.mails.filter(({ recipients }) => recipients.some((one) => one.startsWith(name)));

beforeEach(async () => {
  await stage.makeUser("Ada", "owner");
  await stage.hookFor(CREATED);
  stage.receiver.respond = (_, response) => {
    response.writeHead(503);
    response.end();
  };
});

async function failThrice(): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    await pass(3601);
    await drain();
  }
}

test("failover respects the rate limit of the alert rule it uses, and sends the rest to the owners", async () => {
  const ben = await stage.makeIntegration("email", { members: [await stage.makeUser("Ben")] });
  await stage.makeRule(ben, CREATED, { plain: true, rate_limit: 1440 });
  // What Ben's rule sends by itself is limited too, so its first notification uses up the limit.
  for (let n = 1; n <= 4; n += 1) await stage.openIncident({ title: `Shop ${n} is down` });
  await drain();
  expect(mailsTo("ben")).toHaveLength(1);
  await failThrice();
  expect(mailsTo("ben")).toHaveLength(1);
  const titles = mailsTo("ada").map(({ headers }) => headers.subject);
  expect(titles.length).toBeGreaterThan(0);
  const [reached] =
    await run`select count(distinct event_id)::int as count from deliveries where status = 'delivered'`;
  expect(reached.count).toBe(4);
});

test("the start of an incident that has recovered doesn't fail over", async () => {
  const { id } = await stage.openIncident({ title: "Shop is down" });
  await drain();
  await recoverIncident(stage.scene.caller(), id);
  await failThrice();
  const about = mailsTo("ada").filter(({ headers }) => headers.subject?.includes("Shop"));
  expect(about).toEqual([]);
});
