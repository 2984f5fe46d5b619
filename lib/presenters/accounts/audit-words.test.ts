import { expect, test } from "vitest";
import type { AuditEntry } from "@/lib/contract/accounts/audit-log";
import { auditWords, changeWords } from "./audit-words";

function entry(action: string, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: 1,
    actor: { type: "user", id: 1, label: "Ada" },
    action,
    subject: { type: "user", id: 2, label: "Cleo" },
    project: null,
    detail: {},
    names: {},
    created_at: "2026-01-31T12:00:00Z",
    ...more,
  };
}

test.each([
  [
    entry("member.role_changed", { detail: { from: "member", to: "admin" } }),
    "changed Cleo from member to admin",
  ],
  [entry("user.sessions_ended", { detail: { count: 2 } }), "ended 2 of their sessions"],
  [
    entry("user.sessions_ended", { detail: { count: 0, browsers: 1 } }),
    "ended 0 of their sessions and turned off notifications in 1 browser",
  ],
  [entry("member.removed", { detail: { email: "cleo@example.com" } }), "removed Cleo (cleo@example.com)"],
  [
    entry("user.created", { subject: { type: "user", id: 1, label: "Ada" }, detail: { role: "owner" } }),
    "joined as owner",
  ],
  [
    entry("integration.updated", {
      subject: { type: "integration", id: 3, label: "Ops" },
      detail: { fields: ["name", "settings"] },
    }),
    "updated the integration Ops (name, settings)",
  ],
  [
    entry("alert_rule.deleted", { subject: { type: "alert_rule", id: 4, label: null } }),
    "deleted the alert rule #4",
  ],
  [
    entry("runner.created", {
      subject: { type: "runner", id: 5, label: "fra-1" },
      detail: { name: "fra-1", region: "eu-deu-fra" },
    }),
    "created the runner fra-1 for Frankfurt",
  ],
  [entry("region.quarantined", { detail: { name: "na-usa-iad" } }), "quarantined Washington"],
  [
    entry("user.sign_in_failed", { detail: { attempts: 1000, address: "192.0.2.7" } }),
    "refused a wrong password for Cleo (1,000 times within an hour)",
  ],
  [
    entry("access.refused", { detail: { path: "POST /api/uptime/monitors" } }),
    "was refused access to POST /api/uptime/monitors",
  ],
  [entry("new_thing.turned_around"), "turned around the new thing Cleo"],
])("entry %# reads as a sentence", (given, words) => {
  expect(auditWords(given)).toBe(words);
});

const dateText = (at: string) => `on ${at.slice(0, 10)}`;
const shownChanges = (changes: object, names: Record<string, string> = {}) =>
  changeWords(entry("monitor.updated", { detail: { changes }, names }), dateText).map(({ field, values }) => [
    field,
    ...(values ? [values.from, values.to] : []),
  ]);

test("shows changed values before and after, and nothing for other entries", () => {
  const changes = {
    exclude_from_downtime: { from: false, to: true },
    tags: { from: null, to: ["web", "api"] },
    interval: { from: 60, to: 30 },
    impact: { from: "unknown", to: "major_outage" },
    name: { from: "up", to: "down" },
    monitors: { from: [], to: [1, 2] },
  };
  expect(shownChanges(changes)).toEqual([
    ["exclude from downtime", "no", "yes"],
    ["tags", "none", "web, api"],
    ["interval", "60", "30"],
    ["impact", "Unknown", "Major outage"],
    ["name", "up", "down"],
    ["monitors", "none", "#1, #2"],
  ]);
  expect(changeWords(entry("monitor.updated"), dateText)).toEqual([]);
});

test("names components and assertions, and says only that a secret changed", () => {
  const shop = { componentable_type: "uptime/monitor", componentable_id: 7, display_name: "Shop" };
  const api = { ...shop, componentable_id: 8, display_name: null };
  const group = { componentable_type: "uptime/group", name: "Europe", is_expanded: true, components: [api] };
  const changes = {
    "request.headers": "changed",
    components: { from: [shop], to: [group] },
    success_assertions: { from: null, to: [{ type: "status_code", operator: "equals", value: "2xx" }] },
  };
  expect(shownChanges(changes)).toEqual([
    ["request headers"],
    ["components", "Shop (#7)", "Europe (monitor #8)"],
    ["success assertions", "none", "status code equals 2xx"],
  ]);
});

test("shows records by name and ID, and times in the reader's words", () => {
  const component = { componentable_type: "uptime/monitor", componentable_id: 12, display_name: null };
  const changes = {
    monitors: { from: [12], to: [12, 13] },
    components: { from: [], to: [component] },
    starts_at: { from: "2026-11-26T08:00:00Z", to: null },
  };
  expect(shownChanges(changes, { "monitor 12": "Checkout" })).toEqual([
    ["monitors", "Checkout (#12)", "Checkout (#12), #13"],
    ["components", "none", "Checkout (#12)"],
    ["starts at", "on 2026-11-26", "none"],
  ]);
});
