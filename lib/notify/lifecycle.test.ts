import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forget } from "@/lib/shared/once";
import { incidentFactsOf, makeNotice } from "@/lib/testing/notifications/notice";
import { answer, type Receiver, startReceiver } from "@/lib/testing/notifications/receiver";
import { discordProvider } from "@/lib/testing/providers/discord";
import { ilertProvider } from "@/lib/testing/providers/ilert";
import { behave, type Provider } from "@/lib/testing/providers/provider";
import { pushoverProvider } from "@/lib/testing/providers/pushover";
import { slackBotProvider } from "@/lib/testing/providers/slack";
import { smsProvider } from "@/lib/testing/providers/sms";
import { telegramProvider } from "@/lib/testing/providers/telegram";
import type { Notice } from "./notice";
import { send } from "./send";

let receiver: Receiver;
const before = { ...process.env };
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  process.env = { ...before };
  forget("env");
});

async function notify(provider: Provider, change: Partial<Notice>, doneSteps: string[] = []) {
  Object.assign(process.env, provider.env(receiver.url), { DATABASE_URL: "postgres://unused" });
  forget("env");
  const { settings, messageSettings } = provider;
  const notice = makeNotice(provider.app, { settings: settings(receiver.url), messageSettings, ...change });
  return send(notice, { secrets: [], privateTargets: [], doneSteps });
}

const created = () => ({ facts: incidentFactsOf() });
const recovered = (firstRemoteId: string | null) => ({
  facts: incidentFactsOf("incident.recovered"),
  firstRemoteId,
});
const bodies = () => receiver.received.map((one) => JSON.parse(one.body) as Record<string, unknown>);

describe("the recovery of an incident that was notified", () => {
  test("slack: replies in the thread, broadcasts the reply, and updates the first message", async () => {
    receiver.respond = behave(slackBotProvider, null);
    const first = await notify(slackBotProvider, created());
    expect(first.result.remoteId).toBe("C024BE91L 1503435956.000247 C024BE91L");
    await notify(slackBotProvider, recovered(first.result.remoteId ?? null));
    expect(receiver.received.map((one) => one.path)).toEqual([
      "/api/chat.postMessage",
      "/api/chat.postMessage",
      "/api/chat.update",
    ]);
    expect(bodies()[1]).toMatchObject({ thread_ts: "1503435956.000247", reply_broadcast: true });
    expect(bodies()[2]).toMatchObject({ channel: "C024BE91L", ts: "1503435956.000247" });
  });

  test("slack: starts anew in another channel, where the thread doesn't exist", async () => {
    receiver.respond = behave(slackBotProvider, null);
    await notify(slackBotProvider, recovered("C0OLD0001 1503435956.000247 #old-channel"));
    expect(receiver.received.map((one) => one.path)).toEqual(["/api/chat.postMessage"]);
    expect(bodies()[0]).not.toHaveProperty("thread_ts");
  });

  test("discord: posts a new message and edits the first one", async () => {
    receiver.respond = behave(discordProvider, null);
    const first = await notify(discordProvider, created());
    await notify(discordProvider, recovered(first.result.remoteId ?? null));
    expect(receiver.received.map((one) => one.method)).toEqual(["POST", "POST", "PATCH"]);
  });

  test("discord: a failed edit does not fail the delivery", async () => {
    receiver.respond = (received, response) =>
      received.method === "PATCH"
        ? answer(404)(received, response)
        : behave(discordProvider, null)(received, response);
    const { result, reports } = await notify(discordProvider, recovered("1234567890"));
    expect(result.outcome).toBe("delivered");
    expect(reports.map((report) => report.result.outcome)).toEqual(["delivered", "rejected"]);
  });

  test("telegram: replies to the first message", async () => {
    receiver.respond = behave(telegramProvider, null);
    const first = await notify(telegramProvider, created());
    await notify(telegramProvider, recovered(first.result.remoteId ?? null));
    expect(bodies()[1]).toMatchObject({
      reply_parameters: { message_id: 365, allow_sending_without_reply: true },
    });
  });

  test("telegram: sends to the group's new ID after it became a supergroup", async () => {
    const NEW_ID = -1_009_999_999_999;
    const moved = { ok: false, description: "upgraded", parameters: { migrate_to_chat_id: NEW_ID } };
    receiver.respond = (received, response) => {
      const isNew = JSON.parse(received.body).chat_id === NEW_ID;
      const respond = isNew ? answer(200, { ok: true, result: { message_id: 1 } }) : answer(400, moved);
      respond(received, response);
    };
    const { result, reports } = await notify(telegramProvider, created());
    expect(result).toMatchObject({ outcome: "delivered", remoteId: "1" });
    expect(bodies().map(({ chat_id }) => chat_id)).toEqual([-1_001_234_567_890, NEW_ID]);
    expect(JSON.stringify(reports[0]?.request)).toContain(String(NEW_ID));
  });

  test("pushover: cancels the emergency's receipt by the incident's tag", async () => {
    receiver.respond = behave(pushoverProvider, null);
    const first = await notify(pushoverProvider, created());
    expect(first.result.remoteId).toBe("r".repeat(30));
    await notify(pushoverProvider, { ...recovered("r".repeat(30)), messageSettings: { priority: "normal" } });
    const sentTag = new URLSearchParams(receiver.received[0]?.body).get("tags");
    expect(receiver.received.map((one) => one.path)).toEqual([
      "/1/messages.json",
      `/1/receipts/cancel_by_tag/${sentTag}.json`,
      "/1/messages.json",
    ]);
  });

  test("ilert: opens, accepts, comments on, and resolves the same key", async () => {
    receiver.respond = behave(ilertProvider, null);
    const update = {
      ...incidentFactsOf("incident_update.published"),
      update: { id: 1, state: "identified", content: "x" },
    };
    const comment = { ...incidentFactsOf("incident_comment.created"), comment: { id: 1, content: "y" } };
    for (const change of [created(), { facts: update }, { facts: comment }, recovered(null)]) {
      expect((await notify(ilertProvider, change)).result.outcome).toBe("delivered");
    }
    expect(bodies().map((body) => body.eventType)).toEqual(["ALERT", "ACCEPT", "COMMENT", "RESOLVE"]);
    expect(new Set(bodies().map((body) => body.alertKey)).size).toBe(1);
  });
});

test("ilert: a monitor that joins an incident opens its alert if nothing did before", async () => {
  receiver.respond = behave(ilertProvider, null);
  await notify(ilertProvider, { facts: incidentFactsOf("incident.propagated") });
  expect(bodies().map((body) => body.eventType)).toEqual(["ALERT"]);
});

test("ilert: a test notification leaves no open alert behind", async () => {
  receiver.respond = behave(ilertProvider, null);
  await notify(ilertProvider, { facts: null });
  expect(bodies().map((body) => body.eventType)).toEqual(["ALERT", "RESOLVE"]);
});

describe("SMS to several members", () => {
  const recipients = [1, 2, 3].map((id) => ({
    id,
    name: `U${id}`,
    email: "u@example.com",
    phone: `+4917000000${id}0`,
  }));

  test("reaches the others when one member can't be reached", async () => {
    receiver.respond = (received, response) =>
      received.body.includes("20") && received.body.includes("%2B491700000020")
        ? answer(400, { code: 21610, message: "unsubscribed" })(received, response)
        : behave(smsProvider, null)(received, response);
    const { result, reports } = await notify(smsProvider, { ...created(), recipients });
    expect(reports.map((report) => report.result.outcome)).toEqual(["delivered", "rejected", "delivered"]);
    expect(result).toMatchObject({ outcome: "delivered", error: expect.stringContaining("21610") });
  });

  test("sends a second attempt only to members the first did not reach", async () => {
    receiver.respond = behave(smsProvider, null);
    await notify(smsProvider, { ...created(), recipients }, ["user-1", "user-3"]);
    expect(receiver.received.map((one) => new URLSearchParams(one.body).get("To"))).toEqual([
      "+491700000020",
    ]);
  });
});

describe("a hostile title", () => {
  const nasty =
    '<!channel> @everyone <b>x</b> [a](http://evil.example) *b* "q" & {{ event.id }} \u202etxt ' +
    "y".repeat(300);
  test.each([
    ["slack", slackBotProvider],
    ["discord", discordProvider],
    ["telegram", telegramProvider],
    ["ilert", ilertProvider],
    ["pushover", pushoverProvider],
    ["sms", smsProvider],
  ])("%s sends it as plain text within its limits", async (_, provider) => {
    receiver.respond = behave(provider, null);
    const facts = incidentFactsOf("incident.created", { title: nasty, description: nasty.repeat(20) });
    const { result } = await notify(provider, { facts });
    expect(result).toMatchObject({ outcome: "delivered" });
    expect(receiver.received.map((one) => one.body).join()).not.toContain("\u202e");
  });
});
