import { beforeEach, expect, test } from "vitest";
import { recoverIncident } from "@/lib/services/incidents/incidents";
import { drain, pass } from "@/lib/testing/notifications/notification-setup";
import { CREATED, RECOVERED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { run } from "@/lib/testing/sql";
import { sendSystemMail } from "../system-mail";

const stage = useNotificationStage({ mail: true });
const refuse = (code: number) => stage.mailServer.refusedRecipients.set("ben", code);
/** First names of the recipients of each email, in order. */
const recipients = () =>
  stage.mailServer.mails.map((mail) => mail.recipients.map((one) => one.split(".")[0]).join("+"));
const start = async () => (await stage.deliveries())[0];

beforeEach(async () => {
  const members = [await stage.makeUser("Ada"), await stage.makeUser("Ben")];
  const id = await stage.makeIntegration("email", { members });
  for (const event of [CREATED, RECOVERED] as const) await stage.makeRule(id, event, { plain: true });
});

test("retries a temporarily refused recipient alone", async () => {
  refuse(450);
  await stage.openIncident();
  await drain();
  expect(await start()).toMatchObject({ status: "pending", attempts: 1 });
  expect((await start())?.reason).toMatch(/^not accepted for ben\.\S+ \(450 Refused recipient\)$/);
  stage.mailServer.refusedRecipients.clear();
  await pass(61);
  await drain();
  expect(recipients()).toEqual(["ada", "ben"]);
  expect(new Set(stage.mailServer.mails.map(({ headers }) => headers["message-id"])).size).toBe(1);
  expect(await start()).toMatchObject({ status: "delivered", attempts: 2, reason: null });
});

test("retries a recipient whose domain is stored in upper case", async () => {
  await run`update users set email = replace(email, 'example.com', 'Example.COM') where name = 'Ben'`;
  refuse(450);
  await stage.openIncident();
  await drain();
  expect(await start()).toMatchObject({ status: "pending", attempts: 1 });
  stage.mailServer.refusedRecipients.clear();
  await pass(61);
  await drain();
  expect(recipients()).toEqual(["ada", "ben"]);
});

test("sends the others their recovery while one recipient is still refused", async () => {
  refuse(450);
  const incident = await stage.openIncident();
  await drain();
  await recoverIncident(stage.scene.caller(), incident.id);
  await drain();
  expect(recipients()).toEqual(["ada", "ada"]);
  const [first, second] = stage.mailServer.mails;
  expect(second?.headers["in-reply-to"]).toBe(first?.headers["message-id"]);
  stage.mailServer.refusedRecipients.clear();
  await pass(61);
  await drain();
  expect(recipients()).toEqual(["ada", "ada", "ben"]);
  expect(stage.mailServer.mails[2]?.raw).toContain("Recovered after");
  expect((await stage.deliveries()).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
});

test("names a permanently refused recipient and does not retry", async () => {
  refuse(550);
  await stage.openIncident();
  await drain();
  expect(recipients()).toEqual(["ada"]);
  expect(await start()).toMatchObject({ status: "delivered", attempts: 1 });
  expect((await start())?.reason).toMatch(/^not accepted for ben\.\S+ \(550 Refused recipient\)$/);
});

test("gives up on one recipient without failing over or pausing the integration", async () => {
  refuse(450);
  for (let count = 0; count < 4; count += 1) await stage.openIncident();
  for (const seconds of [0, 61, 301, 601, 3601]) {
    await pass(seconds);
    await drain();
  }
  const deliveries = await stage.deliveries();
  expect(deliveries).toHaveLength(4);
  for (const one of deliveries) expect(one).toMatchObject({ status: "delivered", attempts: 5 });
  expect(deliveries[0]?.reason).toMatch(/^gave up after 5 attempts: not accepted for ben/);
  expect(
    await run`select paused from integrations where project_id = ${stage.scene.projectId} and app = 'email'`,
  ).toEqual([{ paused: false }]);
  expect(recipients()).toEqual(["ada", "ada", "ada", "ada"]);
});

test("fails when every recipient is refused permanently, and names each", async () => {
  refuse(550);
  stage.mailServer.refusedRecipients.set("ada", 551);
  await stage.openIncident();
  await drain();
  expect(await start()).toMatchObject({ status: "failed", attempts: 1 });
  expect((await start())?.reason).toMatch(/ada\S+ \(551 .*ben\S+ \(550 /);
});

test("a notice from the installation is sent again to the refused person alone", async () => {
  refuse(450);
  const { organizationId } = stage.scene;
  const to = ["ada", "ben"].map((name) => ({ name, email: `${name}.1@example.com` }));
  const message = {
    level: "info",
    title: "Hi",
    lines: [],
    facts: [],
    link: { label: "A", url: "http://a", note: "" },
    footer: "",
  };
  await sendSystemMail({ organizationId, to, message: { ...message, topic: null } as never });
  expect(recipients()).toEqual(["ada"]);
  const jobs = await run`select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'system_mail'`;
  expect(jobs).toMatchObject([{ payload: { to: [{ name: "ben" }] } }]);
});
