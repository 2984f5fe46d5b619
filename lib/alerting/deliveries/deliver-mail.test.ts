import { afterEach, beforeEach, expect, test } from "vitest";
import { getDelivery, listDeliveries } from "@/lib/services/alerting/deliveries";
import { getIntegrationHealth } from "@/lib/services/alerting/integration-health";
import { recoverIncident } from "@/lib/services/incidents/incidents";
import { getIncidentTimeline } from "@/lib/services/incidents/timeline";
import { createIncidentUpdate } from "@/lib/services/incidents/updates";
import { forget } from "@/lib/shared/once";
import { type MailServer, startMailServer } from "@/lib/testing/notifications/mail-server";
import {
  deliveriesOf,
  drain,
  makeIntegration,
  makeRule,
  makeUser,
  openIncident,
} from "@/lib/testing/notifications/notification-setup";
import { useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

const scene = useScene();

let mailServer: MailServer;
beforeEach(async () => {
  mailServer = await startMailServer();
  useSmtp(mailServer.url);
  const members = [await makeUser(scene, "Ada"), await makeUser(scene, "Ben")];
  const id = await makeIntegration(scene, "email", { members });
  for (const event of ["created", "recovered"] as const) {
    await makeRule(scene, id, `uptime.incident.${event}`, { plain: true });
  }
  await makeRule(scene, id, "uptime.incident_update.published", { plain: true });
});
afterEach(async () => {
  useSmtp(undefined);
  await mailServer.close();
});

function useSmtp(url: string | undefined): void {
  if (url) process.env.SMTP_URL = url;
  else delete process.env.SMTP_URL;
  forget("env");
}

test("emails about an incident go to all members and form one thread", async () => {
  const incident = await openIncident(scene);
  await drain();
  await createIncidentUpdate(scene.caller(), incident.id, {
    state: "identified",
    content: "A **bad** release.",
  });
  await drain();
  await recoverIncident(scene.caller(), incident.id);
  await drain();
  const [first, update, last, ...more] = mailServer.mails;
  expect(more).toEqual([]);
  expect(first?.recipients).toHaveLength(2);
  expect(first?.headers.subject).toMatch(/^\[.+\] Checkout is slow \(\w+-\d+\)$/);
  expect(first?.raw).toContain("Down: Checkout is slow");
  expect(first?.headers["in-reply-to"]).toBeUndefined();
  const thread = first?.headers["message-id"];
  expect(thread).toMatch(/^<[0-9a-f-]{36}@localhost>$/);
  for (const reply of [update, last]) {
    expect(reply?.headers).toMatchObject({ "in-reply-to": thread, references: thread });
    expect(reply?.headers["message-id"]).not.toBe(thread);
  }
  for (const reply of [update, last]) expect(reply?.headers.subject).toBe(`Re: ${first?.headers.subject}`);
  expect(last?.raw).toMatch(/Recovered after [^:]+: Checkout is slow/);
  expect(first?.headers["auto-submitted"]).toBe("auto-generated");
  expect(first?.raw).toContain("text/plain");
  expect(first?.raw).toContain("text/html");
});

test("a thread starts with the first email that was sent, not with one that was refused", async () => {
  mailServer.refuseWith = 550;
  const incident = await openIncident(scene);
  await drain();
  mailServer.refuseWith = null;
  await createIncidentUpdate(scene.caller(), incident.id, { state: "identified", content: "A bad release." });
  await drain();
  await recoverIncident(scene.caller(), incident.id);
  await drain();
  const [update, last] = mailServer.mails;
  expect(update?.headers).not.toHaveProperty("in-reply-to");
  expect(last?.headers["in-reply-to"]).toBe(update?.headers["message-id"]);
  expect(last?.headers.subject).toBe(`Re: ${update?.headers.subject}`);
});

test("a title can't inject headers, markup, or another sender", async () => {
  await openIncident(scene, { title: 'Pay <b>now</b> "x", <evil@example.org>' });
  await drain();
  const [mail] = mailServer.mails;
  expect(mail?.from).toBe("vedette@localhost");
  expect(mail?.recipients.every((address) => address.endsWith("@example.com"))).toBe(true);
  expect(mail?.raw).not.toContain("<b>now</b></h1>");
  expect(mail?.raw).toContain("&lt;b&gt;now");
});

test("without SMTP, stores the email in the outbox and does not count it as delivered", async () => {
  useSmtp(undefined);
  const incident = await openIncident(scene);
  await drain();
  const { entries } = await getIncidentTimeline(scene.caller(), incident.id);
  expect(entries.find(({ kind }) => kind === "delivery")?.detail).toMatchObject({ status: "not_sent" });
  const { destinations } = await getIntegrationHealth(scene.caller());
  expect(destinations[0]).toMatchObject({ last: { status: "not_sent" }, consecutive_failures: 0 });
  const { items } = await listDeliveries(
    scene.caller(),
    { status: ["not_sent"], integration_id: undefined, incident_id: undefined },
    { limit: 9, offset: 0 },
  );
  expect(items).toHaveLength(1);
  expect((await getDelivery(scene.caller(), items[0]?.id ?? 0)).attempt_log).toMatchObject([
    { outcome: "not_sent" },
  ]);
  expect(await deliveriesOf(scene.projectId)).toMatchObject([
    { status: "not_sent", reason: "Email isn't configured. The message is in the outbox." },
  ]);
  const kept = await run`select * from outbox_mails where organization_id = ${scene.organizationId}`;
  expect(kept).toMatchObject([{ subject: expect.stringContaining("Checkout is slow (") }]);
  expect(mailServer.mails).toEqual([]);
});

test.each([
  [550, "failed"],
  [451, "pending"],
])("a server that responds with %i leaves the delivery %s", async (code, status) => {
  mailServer.refuseWith = code;
  await openIncident(scene);
  await drain();
  const [first] = await deliveriesOf(scene.projectId);
  expect(first).toMatchObject({ status, attempts: 1 });
});

test("sends one summary for an incident that recovered before its alert was sent", async () => {
  const incident = await openIncident(scene);
  await recoverIncident(scene.caller(), incident.id);
  await drain();
  const [summary, ...more] = mailServer.mails;
  expect(more).toEqual([]);
  expect(summary?.raw).toMatch(/Recovered after [^:]+: Checkout/);
  expect(summary?.headers).not.toHaveProperty("in-reply-to");
  expect(summary?.headers.subject).toMatch(/^\[/);
  expect((await deliveriesOf(scene.projectId)).map((one) => one.status)).toEqual(["superseded", "delivered"]);
});
