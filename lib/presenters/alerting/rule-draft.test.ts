import { expect, test } from "vitest";
import { EVENT_WORDS } from "@/lib/contract/alerting/event-words";
import { EVENT_KEYS } from "@/lib/contract/core/events";
import { appForms } from "@/lib/http/loaders/app-forms";
import { ruleBody, ruleDraft, tagsOf } from "./rule-draft";

test("alert rules offer every event of the contract", () => {
  expect(Object.keys(EVENT_WORDS).sort()).toEqual([...EVENT_KEYS].sort());
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
  const pushover = appForms().find(({ id }) => id === "pushover");
  if (!pushover) throw new Error("Pushover has no form.");
  expect(JSON.stringify(ruleBody(ruleDraft(stored, 7), pushover))).toBe(JSON.stringify(rule));
});

test("reads tags from a line", () => {
  expect(tagsOf(" Prod, team:web  prod,")).toEqual(["prod", "team:web"]);
});
