import { describe, expect, test } from "vitest";
import { APPS } from "@/lib/contract/apps/registry";
import { cleaned } from "@/lib/notify/message/compose";
import type { Message } from "@/lib/notify/message/message";
import { incidentFactsOf, makeNotice } from "@/lib/testing/notifications/notice";
import { providers } from "@/lib/testing/providers/microsoft-teams";
import { bodyOf } from "@/lib/testing/providers/provider";
import type { HttpAnswer, HttpStep } from "../notice";
import { microsoftTeams } from "./microsoft-teams";

interface Card {
  body: {
    type: string;
    style?: string;
    text?: string;
    items?: { text: string }[];
    facts?: { title: string; value: string }[];
  }[];
  actions: { title: string; url: string }[];
}

function stepOf(change: Partial<Message>, key = "incident.created"): HttpStep {
  const notice = makeNotice("microsoft_teams", {
    facts: incidentFactsOf(key),
    settings: { webhook_url: "https://prod-00.westeurope.logic.azure.com:443/workflows/1?sig=secret" },
  });
  const built = microsoftTeams.build({ ...notice, message: cleaned({ ...notice.message, ...change }) });
  if ("refusal" in built || built[0]?.kind !== "http") throw new Error("No request was built.");
  return built[0];
}

function cardOf(change: Partial<Message>, key?: string): Card {
  const [attachment] = bodyOf(stepOf(change, key)).attachments as { content: Card }[];
  if (!attachment) throw new Error("The message has no card.");
  return attachment.content;
}

const texts = ({ body }: Card) =>
  body.flatMap(({ text, items = [] }) => (text === undefined ? items.map((item) => item.text) : [text]));

describe("the card", () => {
  test("shows state, title, reason, and facts, and opens the incident", () => {
    const card = cardOf({
      title: "Down: Checkout",
      lines: ["Connection refused"],
      facts: [{ label: "Since", value: "12:00" }],
    });
    expect(card.body[0]).toMatchObject({
      type: "Container",
      style: "attention",
      items: [{ text: "Down: Checkout" }],
    });
    expect(texts(card)).toContain("Connection refused");
    expect(card.body.find(({ type }) => type === "FactSet")?.facts).toEqual([
      { title: "Since", value: "12:00" },
    ]);
    expect(card.actions).toMatchObject([
      { title: "Open APP-12", url: expect.stringMatching(/\/incidents\/12$/) },
    ]);
  });

  test("of a recovery or an update is a new one that names the incident", () => {
    expect(cardOf({}, "incident.recovered").body[0]).toMatchObject({ style: "good" });
    for (const key of ["incident.recovered", "incident_update.published"]) {
      const step = stepOf({}, key);
      expect([
        step.method,
        step.body.includes("Open APP-12"),
        step.body.includes("Checkout does not answer"),
      ]).toEqual(["POST", true, true]);
    }
  });

  test("posts to the whole webhook URL, unchanged", () => {
    expect(stepOf({}).url).toBe("https://prod-00.westeurope.logic.azure.com:443/workflows/1?sig=secret");
  });
});

describe("Markdown in texts", () => {
  const shown = (line: string) => texts(cardOf({ lines: [line] }))[1];

  test.each([
    ["**bold** _it_ ~no~ `x` a\\b", "\\*\\*bold\\*\\* \\_it\\_ \\~no\\~ \\`x\\` a\\\\b"],
    ["[a](https://evil.example)", "[a]\u200b(https://evil.example)"],
    ["[a]: https://evil.example", "[a]\u200b: https://evil.example"],
    ["- item", "\u200b- item"],
    ["1. item", "\u200b1. item"],
    ["# head", "\u200b# head"],
    ["&lt;b&gt;", "&\u200blt;b&\u200bgt;"],
    ["{{DATE(2026-01-31T12:00:00Z)}}", "{\u200b{DATE(2026-01-31T12:00:00Z)}}"],
    ["one\ntwo", "one\n\ntwo"],
    ["503 errors, 1.5 s, my.page, a-b & c", "503 errors, 1.5 s, my.page, a-b & c"],
  ])("%j is shown literally", (line, expected) => {
    expect(shown(line)).toBe(expected);
  });
});

describe("the limit of 28 KB", () => {
  const long = Array.from({ length: 40 }, (_, n) => `${n} ${"*🔥".repeat(600)}`);

  test("is kept by shortening the texts, and the card says so", () => {
    const facts = long.map((value, n) => ({ label: `Fact ${n}`, value }));
    const step = stepOf({ lines: long, facts });
    expect(Buffer.byteLength(step.body)).toBeLessThanOrEqual(28_000);
    const received = { ...step, path: "", headers: {} };
    const { pathname, search } = new URL(String(providers[0]?.settings("https://example.com").webhook_url));
    expect(providers[0]?.refusal({ ...received, path: `${pathname}${search}` })).toBeNull();
    expect(step.body).toContain("This message was shortened to fit into Teams.");
  });

  test("leaves ordinary messages whole", () => {
    const card = cardOf({ lines: ["x".repeat(2000), "y".repeat(2000)] });
    expect(texts(card)).toContain("y".repeat(2000));
    expect(texts(card).join()).not.toContain("shortened");
  });
});

describe("the answer", () => {
  const judged = (status: number, body = "", headers: HttpAnswer["headers"] = {}) =>
    microsoftTeams.judge({ status, body, headers }, new Date("2026-01-31T12:00:00Z"), stepOf({}));
  const hidden = (reason: string) =>
    `Webhook message delivery failed with error: ${reason} with ContextId tcid=0,server=msgapi,cv=x..`;

  test.each([
    [202, ""],
    [200, "1"],
    [200, '{"error":null}'],
  ])("%i %s is a success", (status, body) => {
    expect(judged(status, body)).toMatchObject({ outcome: "delivered", error: null });
  });

  test("a 200 that reports a 429 rate-limits the integration", () => {
    expect(judged(200, hidden("Microsoft Teams endpoint returned HTTP error 429"))).toMatchObject({
      outcome: "retry",
      isRateLimited: true,
      error: "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429",
    });
  });

  test.each([
    ["Microsoft Teams endpoint returned HTTP error 400", "rejected"],
    ["Microsoft Teams endpoint returned HTTP error 500", "retry"],
    ["Error contacting Microsoft Teams endpoint", "retry"],
  ])("a 200 that reports “%s” is judged by that: %s", (reason, outcome) => {
    expect(judged(200, hidden(reason))).toMatchObject({ outcome, isRateLimited: false });
  });

  test("an exception of the connector is retried", () => {
    expect(judged(200, "System.Net.Http.HttpRequestException: Error while copying content").outcome).toBe(
      "retry",
    );
  });

  test("a 429 waits as long as it says", () => {
    expect(judged(429, "", { "retry-after": "17" })).toMatchObject({
      outcome: "retry",
      retryAfterMs: 17_000,
    });
  });

  test("says why a workflow refused", () => {
    const body = JSON.stringify({
      error: { code: "WorkflowTriggerIsNotEnabled", message: "The workflow is disabled." },
    });
    expect(judged(400, body)).toMatchObject({
      outcome: "rejected",
      error: "returned 400: The workflow is disabled.",
    });
  });

  test.each([
    [200, "<!doctype html><title>Join the conversation</title>"],
    [204, ""],
  ])("%i %s isn't from a webhook", (status, body) => {
    expect(judged(status, body)).toMatchObject({
      outcome: "rejected",
      error: expect.stringContaining("workflow?"),
    });
  });
});

describe("the webhook URL", () => {
  const settings = APPS.microsoft_teams.settings;
  const accepts = (webhook_url: unknown) => settings.safeParse({ webhook_url }).success;

  test.each([
    `https://prod-26.uksouth.logic.azure.com:443/workflows/${"8".repeat(32)}/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=${"x".repeat(43)}`,
    `https://default${"9".repeat(30)}.73.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/${"0".repeat(32)}/triggers/manual/paths/invoke/?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=${"x".repeat(43)}`,
    `https://acme.webhook.office.com/webhookb2/${"0".repeat(36)}@${"1".repeat(36)}/IncomingWebhook/${"2".repeat(32)}/${"3".repeat(36)}`,
    "http://127.0.0.1:8080/gateway",
  ])("accepts %s", (url) => {
    expect(accepts(url)).toBe(true);
  });

  test.each([
    "http://acme.webhook.office.com/webhookb2/1",
    "ftp://example.com/x",
    "acme.webhook.office.com/1",
    null,
  ])("refuses %s without repeating it", (url) => {
    const { error } = settings.safeParse({ webhook_url: url });
    expect(error?.issues.length).toBeGreaterThan(0);
    expect(JSON.stringify(error?.issues)).not.toContain("webhookb2/1");
  });
});
