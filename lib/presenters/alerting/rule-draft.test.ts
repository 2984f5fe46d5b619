import { expect, test } from "vitest";
import { CreateAlertRule } from "@/lib/contract/alerting/alert-rules";
import { EVENT_WORDS } from "@/lib/contract/alerting/event-words";
import { EVENT_KEYS } from "@/lib/contract/alerting/events";
import { destinationsOf, secretsOf } from "@/lib/contract/apps/app";
import { APPS as CONTRACTS } from "@/lib/contract/apps/registry";
import { APP_KEYS, APPS, missingSettings } from "./integration-apps";
import type { EventKey } from "./integration-words";
import { messageSettings, prioritiesOf, ruleBody, ruleDraft, tagsOf } from "./rule-draft";

test("every app has a form that asks for all its settings, hides its secrets, and marks its destinations", () => {
  expect([...APP_KEYS].sort()).toEqual(Object.keys(CONTRACTS).sort());
  for (const app of APP_KEYS) {
    const { members, fields } = { members: false, ...APPS[app] } as {
      members: boolean;
      fields: readonly { name: string; secret?: boolean; destination?: boolean }[];
    };
    const asked = [...(members ? ["members"] : []), ...fields.map(({ name }) => name)];
    expect(asked.sort()).toEqual(Object.keys(CONTRACTS[app].settings.shape).sort());
    const hidden = fields.filter(({ secret }) => secret).map(({ name }) => name);
    expect(hidden.sort()).toEqual(secretsOf(CONTRACTS[app]).sort());
    const places = fields.filter(({ destination }) => destination).map(({ name }) => name);
    expect([...(members ? ["members"] : []), ...places].sort()).toEqual(
      destinationsOf(CONTRACTS[app]).sort(),
    );
  }
});

test("alert rules offer every event of the contract", () => {
  expect(Object.keys(EVENT_WORDS).sort()).toEqual([...EVENT_KEYS].sort());
});

test("every event and app yields a body and settings that the contract accepts", () => {
  for (const event of Object.keys(EVENT_WORDS) as EventKey[])
    for (const app of APP_KEYS) {
      const body = ruleBody({ ...ruleDraft(undefined, 7), event }, app);
      expect(CreateAlertRule.parse(body)).toEqual(body);
      const schema = CONTRACTS[app].ruleSettings;
      if (schema) expect(schema.safeParse(body.integration_settings).success).toBe(true);
      else expect(body.integration_settings).toBeNull();
    }
});

test("every offered priority is valid for its app, including an emergency with its repeats", () => {
  for (const app of ["ntfy", "pushover"] as const)
    for (const priority of prioritiesOf(app)) {
      const settings = messageSettings({ ...ruleDraft(undefined, 7), settings: { priority } }, app);
      expect(CONTRACTS[app].ruleSettings.safeParse(settings).success).toBe(true);
    }
});

test("saving a stored rule without edits does not change it", () => {
  const rule = {
    scope: "organization",
    event: "uptime.incident.recovered",
    integration_id: 3,
    rate_limit: 60,
    event_settings: { type: "manual" },
    integration_settings: { priority: "emergency", retry: 90, expire: 600 },
    monitors: [4, 9],
    tags: ["prod"],
  } as const;
  const stored = {
    ...rule,
    id: 1,
    project_id: null,
    monitors: [4, 9],
    tags: ["prod"],
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
  };
  expect(ruleBody(ruleDraft(stored, 7), "pushover")).toEqual(rule);
});

test("reads tags from a line", () => {
  expect(tagsOf(" Prod, team:web  prod,")).toEqual(["prod", "team:web"]);
});

test("names the missing settings of a chat app", () => {
  expect(missingSettings("slack", {})).toHaveProperty(["settings.webhook_url"]);
  expect(missingSettings("slack", { bot_token: "xoxb-1234-abcd" })).toHaveProperty(["settings.channel"]);
  expect(missingSettings("slack", { webhook_url: "https://hooks.slack.com/x" })).toEqual({});
  expect(Object.keys(missingSettings("telegram", { bot_token: "1:abc" }))).toEqual(["settings.chat_id"]);
  expect(missingSettings("discord", { webhook_url: "https://discord.com/x" })).toEqual({});
  expect(missingSettings("email", {})).toEqual({});
});
