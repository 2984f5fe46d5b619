import { beforeAll, expect, test } from "vitest";
import type { TestIncident } from "@/lib/contract/alerting/test-incidents";
import { nameRegions } from "@/lib/presenters/monitors/region-labels";
import { isOver, testIncidentSteps } from "./test-incident";

beforeAll(() => nameRegions(["eu-deu-fra", "na-usa-iad"]));

const check = (region: "eu-deu-fra" | "na-usa-iad", outcome: "down" | "inconclusive") => ({
  region,
  outcome,
  message: outcome === "down" ? "there is no such name" : "This region has no active runner.",
});
const delivery = (id: number, event: string, status: TestIncident["deliveries"][number]["status"]) =>
  ({
    id,
    event,
    status,
    integration_name: "Mail",
    reason: null,
    kept_in_outbox: false,
  }) as TestIncident["deliveries"][number];
const browser = (id: number, event: string, status: TestIncident["browsers"][number]["status"]) => ({
  id,
  event,
  status,
  member: "Ada",
  reason: null,
});
const testIncident = (change: Partial<TestIncident>): TestIncident => ({
  test_incident_id: "5f0f3a2e-8f1d-4a51-9d0c-0f6c1f7b9a10",
  monitor: { id: 1, name: "Checkout" },
  started_at: "2026-01-31T03:12:00Z",
  state: "checking",
  reason: null,
  checks: [],
  deliveries: [],
  browsers: [],
  ...change,
});
const states = (given: TestIncident) => Object.values(testIncidentSteps(given)).map(({ state }) => state);

test("each step waits for the one before it", () => {
  expect(states(testIncident({}))).toEqual(["running", "waiting", "waiting", "waiting"]);
  const down = testIncident({
    state: "down",
    deliveries: [delivery(1, "uptime.incident.created", "pending")],
  });
  expect(states(down)).toEqual(["done", "done", "running", "running"]);
  const notified = [
    delivery(1, "uptime.incident.created", "delivered"),
    delivery(2, "uptime.incident.recovered", "delivered"),
  ];
  const over = testIncident({ state: "recovered", deliveries: notified });
  expect(states(over)).toEqual(["done", "done", "done", "done"]);
  expect([isOver(down), isOver(over)]).toEqual([false, true]);
});

test("a test incident ends when its outage would not open an incident", () => {
  const failed = testIncident({ state: "failed", reason: "No incident would open" });
  expect(states(failed)).toEqual(["done", "failed", "waiting", "waiting"]);
  expect(isOver(failed)).toBe(true);
});

test("a failed delivery fails its step", () => {
  const notified = [delivery(1, "uptime.incident.created", "failed")];
  expect(states(testIncident({ state: "recovered", deliveries: notified }))).toEqual([
    "done",
    "done",
    "failed",
    "done",
  ]);
});

test("lists failures first, and the rest by name, in both steps", () => {
  const named = (id: number, name: string, status: "delivered" | "failed") => ({
    ...delivery(id, id < 4 ? "uptime.incident.created" : "uptime.incident.recovered", status),
    integration_name: name,
  });
  const { notified, recovered } = testIncidentSteps(
    testIncident({
      state: "recovered",
      deliveries: [
        ...[named(1, "Slack", "delivered"), named(2, "Mail", "delivered"), named(3, "Webhook", "failed")],
        ...[named(4, "Webhook", "failed"), named(5, "Mail", "delivered"), named(6, "Slack", "delivered")],
      ],
    }),
  );
  const order = ["Webhook", "Mail", "Slack"];
  expect([notified, recovered].map((step) => step.notified.map(({ name }) => name))).toEqual([order, order]);
});

test("an email that only reached the outbox does not count as delivered", () => {
  const kept = { ...delivery(1, "uptime.incident.created", "not_sent"), kept_in_outbox: true };
  const { notified } = testIncidentSteps(testIncident({ state: "down", deliveries: [kept] }));
  expect(notified.state).toBe("failed");
  expect(notified.notified).toEqual([{ key: "delivery 1", name: "Mail", state: "not_sent", reason: null }]);
});

test("lists members' browsers after the integrations and waits for them", () => {
  const given = testIncident({
    state: "recovered",
    deliveries: [delivery(1, "uptime.incident.created", "delivered")],
    browsers: [
      browser(1, "uptime.incident.created", "delivered"),
      browser(2, "uptime.incident.recovered", "pending"),
    ],
  });
  const { notified, recovered } = testIncidentSteps(given);
  expect(notified.notified.map(({ key, name }) => [key, name])).toEqual([
    ["delivery 1", "Mail"],
    ["browser 1", "Ada's browser"],
  ]);
  expect([notified.state, recovered.state, recovered.hasIntegration]).toEqual(["done", "running", false]);
  expect(isOver(given)).toBe(false);
});

test("lists each region once, with its newest check and the number of checks", () => {
  const checks = [
    check("eu-deu-fra", "down"),
    check("na-usa-iad", "inconclusive"),
    check("eu-deu-fra", "down"),
  ];
  expect(testIncidentSteps(testIncident({ checks })).checked.regions).toEqual([
    { name: "Frankfurt", outcome: "down", message: "there is no such name", count: 2 },
    {
      name: expect.any(String),
      outcome: "inconclusive",
      message: "This region has no active runner.",
      count: 1,
    },
  ]);
});
