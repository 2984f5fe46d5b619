import { expect, test } from "vitest";
import { CreateAlertRule } from "@/lib/contract/alerting/alert-rules";
import { type AppContract, destinationsOf, secretsOf } from "@/lib/contract/apps/app";
import { APPS, type AppId } from "@/lib/contract/apps/registry";
import { EVENT_KEYS } from "@/lib/contract/core/events";
import {
  type AppField,
  destinationOf,
  isMoved,
  missingSettings,
  ruleSettings,
} from "@/lib/presenters/alerting/app-form";
import { ruleBody, ruleDraft } from "@/lib/presenters/alerting/rule-draft";
import { appForms, appSummaries } from "./app-forms";

const forms = appForms();
const formOf = (id: AppId) => {
  const form = forms.find((one) => one.id === id);
  if (!form) throw new Error(`${id} has no form.`);
  return form;
};
const contracts: [AppId, AppContract][] = Object.entries(APPS) as [AppId, AppContract][];

test.each(contracts)(
  "%s: the form asks for every setting, hides secrets, and marks destinations",
  (id, app) => {
    const { fields, title } = formOf(id);
    const where = (holds: (field: AppField) => boolean) => fields.filter(holds).map(({ name }) => name);
    expect(title).toBe(app.title);
    expect(where(() => true)).toEqual(Object.keys(app.settings.shape));
    expect(where(({ secret }) => secret)).toEqual(secretsOf(app));
    expect(where(({ destination }) => destination)).toEqual(destinationsOf(app));
    for (const { label, help } of fields) {
      expect(label).toMatch(/^[A-Z]/);
      expect(help).toMatch(/^[^`\s][^`]{9,}\.$/);
    }
    for (const { help } of formOf(id).ruleFields) expect(help ?? "").not.toContain("`");
  },
);

test("every event and app yields a rule that the contract accepts", () => {
  for (const event of EVENT_KEYS)
    for (const [id, app] of contracts) {
      const body = ruleBody({ ...ruleDraft(undefined, 7), event }, formOf(id));
      expect(CreateAlertRule.parse(body)).toEqual(body);
      if (app.ruleSettings) app.ruleSettings.schema.parse(body.integration_settings);
      else expect(body.integration_settings).toBeNull();
    }
});

test("a text that depends on the event is the contract's, and each of its lines is sent once", () => {
  const { schema } = APPS.outgoing_webhook.ruleSettings.start;
  const start = formOf("outgoing_webhook").ruleFields[0]?.start;
  if (typeof start !== "object") throw new Error("The body doesn't depend on the event.");
  for (const event of EVENT_KEYS)
    expect(ruleSettings(formOf("outgoing_webhook"), event, null)).toEqual({ schema: schema.value(event) });
  expect(new Set(start.lines).size).toBe(start.lines.length);
});

test("every offered choice of a rule setting is valid, with the settings that it adds", () => {
  for (const [id, app] of contracts)
    for (const { name, control } of formOf(id).ruleFields)
      for (const option of control.kind === "choice" ? control.options : []) {
        const settings = ruleSettings(formOf(id), "uptime.incident.created", { [name]: option });
        expect(app.ruleSettings?.schema.safeParse(settings).error).toBeUndefined();
      }
  expect(ruleSettings(formOf("pushover"), "uptime.incident.created", { priority: "emergency" })).toEqual({
    priority: "emergency",
    retry: 60,
    expire: 3600,
  });
});

test("a rule setting that no longer applies is dropped, and the others keep their order", () => {
  const stored = { expire: 600, retry: 90, priority: "emergency" };
  const kept = ruleSettings(formOf("pushover"), "uptime.incident.created", stored);
  expect(JSON.stringify(kept)).toBe(JSON.stringify(stored));
  const changed = { ...stored, priority: "low" };
  expect(ruleSettings(formOf("pushover"), "uptime.incident.created", changed)).toEqual({ priority: "low" });
});

test("names the settings that a new integration still needs", () => {
  const missing = (id: AppId, settings: object) => missingSettings(formOf(id), { ...settings });
  expect(missing("slack", {})).toEqual({
    "settings.webhook_url": "Fill in either Incoming webhook, or Bot token and Channel.",
  });
  expect(missing("slack", { bot_token: "xoxb-1234-abcd" })).toEqual({
    "settings.channel": "Channel is required.",
  });
  expect(missing("slack", { webhook_url: "https://hooks.slack.com/x" })).toEqual({});
  expect(missing("telegram", { bot_token: "1:abc" })).toEqual({ "settings.chat_id": "Chat is required." });
  expect(missing("discord", { webhook_url: "https://discord.com/x" })).toEqual({});
  expect(missing("ntfy", { hostname: "ntfy.sh", topic: "alerts" })).toEqual({});
});

test("marks only the settings as optional that nothing requires", () => {
  const optional = (id: AppId) => formOf(id).fields.flatMap((field) => (field.optional ? [field.name] : []));
  expect(optional("slack")).toEqual(["webhook_url", "bot_token", "channel"]);
  expect(optional("ntfy")).toEqual(["access_token", "basic_auth"]);
  for (const id of ["discord", "telegram", "pushover", "email"] as const) expect(optional(id)).toEqual([]);
});

test("says where an integration sends to, without its secrets", () => {
  const where = (id: AppId, settings: Record<string, unknown>) =>
    appSummaries().flatMap((app) => (app.id === id ? destinationOf(app, settings) : []))[0];
  expect(where("ntfy", { hostname: "ntfy.sh", topic: "alerts" })).toBe("ntfy.sh/alerts");
  expect(where("outgoing_webhook", { url: "https://example.com/x" })).toBe("example.com/x");
  expect(where("email", { members: [1, 2] })).toBe("2 people");
  expect(where("slack", { channel: null })).toBe("");
});

test("asks for secrets again only when the destination changes", () => {
  const stored = { url: "https://example.com/a" };
  expect(isMoved(formOf("outgoing_webhook"), stored, { secret: "another secret" })).toBe(false);
  expect(isMoved(formOf("outgoing_webhook"), stored, { url: "https://example.com/b" })).toBe(true);
});
