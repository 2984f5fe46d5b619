import { expect, test } from "vitest";
import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { messageScenes, monitorNamed, openedFacts } from "@/lib/testing/notifications/message-scenes";
import { incidentFactsOf } from "@/lib/testing/notifications/notice";
import { composeMessage } from "./compose";
import { digestMessage } from "./digest";
import type { Message } from "./message";

function messageOf(facts: EventFacts): Message {
  const message = composeMessage(facts);
  if (!message) throw new Error("no message");
  return message;
}

function factsOf(message: Message): Record<string, string> {
  return Object.fromEntries(message.facts.map(({ label, value }) => [label, value]));
}

const scene = (name: string): Message => {
  const found = messageScenes().find((one) => one.name === name);
  if (!found) throw new Error(`no scene ${name}`);
  return found.message;
};

test("an outage has the monitor and cause in its title and the time and regions in its first facts, each once", () => {
  const message = messageOf(openedFacts("incident.created"));
  expect(message.title).toBe("Down: Checkout – connection refused");
  expect(message.lines).toEqual([]);
  expect(message.facts).toEqual([
    { label: "Since", value: "2026-01-31 12:00:00 UTC" },
    { label: "Seen from", value: "all 3 regions" },
    { label: "Project", value: "Web shop" },
  ]);
});

test("no message contains the monitor's URL", () => {
  for (const { message } of messageScenes()) expect(JSON.stringify(message)).not.toContain("/health");
});

test.each([
  [["eu-deu-fra"], "Frankfurt (1 of 3 regions)"],
  [["eu-deu-fra", "eu-fra-cdg"], "Frankfurt, Paris (2 of 3 regions)"],
])("names the failing regions unless all fail: %s", (failing, shown) => {
  expect(factsOf(messageOf(openedFacts("incident.created", { failing })))["Seen from"]).toBe(shown);
});

test("names the city when the monitor has one region", () => {
  const monitor = { ...monitorNamed("Checkout"), regions: ["eu-deu-fra"] };
  const facts = openedFacts("incident.created", { monitor, failing: ["eu-deu-fra"] });
  expect(factsOf(messageOf(facts))["Seen from"]).toBe("Frankfurt");
});

test("a recovery starts with how long the outage lasted", () => {
  const message = messageOf(openedFacts("incident.recovered"));
  expect(message.title).toBe("Recovered after 7 min 30 s: Checkout");
  expect(factsOf(message)).toMatchObject({
    "Down from": "2026-01-31 12:00:00 UTC",
    Until: "2026-01-31 12:07:30 UTC",
    Cause: "connection refused",
  });
});

test("keeps a title and description that a person wrote and adds the cause", () => {
  const facts = openedFacts("incident.created");
  const incident = facts.incident && {
    ...facts.incident,
    title: "Nobody can pay",
    description: "Bank is away.",
  };
  const message = messageOf({ ...facts, incident });
  expect(message.title).toBe("Down: Nobody can pay");
  expect(message.lines).toEqual(["Bank is away."]);
  expect(factsOf(message)).toMatchObject({ Monitor: "Checkout", Cause: "connection refused" });
});

test("a spreading incident names the monitor that joined, its cause, and how many are down", () => {
  const message = scene("also down, five monitors");
  expect(message.title).toBe("Also down: Search – connection refused (5 monitors down)");
  expect(factsOf(message)).toMatchObject({ Monitors: "Cart, Checkout, Invoices, Login, Search" });
});

test.each([
  [4, "Partially recovered: Search is up, 4 monitors still down"],
  [1, "Partially recovered: Search is up, 1 monitor still down"],
])("a partial recovery says that %i are still down", (failingCount, title) => {
  const facts = {
    ...incidentFactsOf("incident.partially_recovered"),
    failingCount,
    monitor: monitorNamed("Search"),
  };
  expect(messageOf(facts).title).toBe(title);
});

test("the subject of an outage of several monitors says that they went down, with or without a cause", () => {
  const topicOf = (title: string) => composeMessage(incidentFactsOf("incident.recovered", { title }))?.topic;
  expect(topicOf("2 monitors went down")).toBe("2 monitors went down (APP-12)");
  expect(topicOf("2 monitors went down: HTTP 503")).toBe("2 monitors – HTTP 503 (APP-12)");
});

test("an end that isn't the incident's recovery says why", () => {
  const status = "ongoing" as const;
  const facts = incidentFactsOf("incident.recovered", { status, recoveryAt: null });
  const ended = (change: Partial<EventFacts>) => messageOf({ ...facts, ...change });
  const monitor = monitorNamed("Search");
  expect(ended({ ending: "own_monitors", monitor, failingCount: 2 })).toMatchObject({
    level: "up",
    title: "Recovered: Search is up",
    lines: ["Every monitor that this alert covers is up. 2 other monitors in this incident are still down."],
  });
  expect(ended({ ending: "incident_deleted" })).toMatchObject({
    level: "info",
    title: "Closed: Checkout does not answer",
    lines: ["The incident was deleted."],
    link: { label: "Open incidents", url: expect.stringMatching(/\/incidents$/) },
  });
  expect(ended({ ending: "rule_removed" })).toMatchObject({
    title: "Closed: Checkout does not answer",
    lines: [
      "The alert rule that would have reported its recovery here was deleted or changed. The incident is still open.",
    ],
  });
});

test("turns the Markdown of an update into plain text, so that every app shows the same words", () => {
  expect(scene("update").lines).toEqual([
    "We found the cause: a bad release of the cart.\n\n• Rolled back in Frankfurt\n• Paris follows at 12:20 UTC\n\nSee the status page (https://status.example.com).",
  ]);
});

test("a test incident says so first, claims no real outage, and has a working link", () => {
  for (const name of ["test incident", "test incident recovered"]) {
    const message = scene(name);
    expect(message.title).toMatch(/^Test incident/);
    expect(message.lines[0]).toMatch(/nothing is down/i);
    expect(message.link.url).toMatch(/\/integrations$/);
  }
});

test.each([
  ["2026-02-01T11:00:00Z", "Certificate expires in 1 day: Checkout"],
  ["2026-02-07T11:00:00Z", "Certificate expires in 7 days: Checkout"],
  ["2026-01-31T11:00:00Z", "Certificate has expired: Checkout"],
])("a certificate valid until %s", (notAfter, title) => {
  const facts = {
    ...incidentFactsOf("monitor_certificate.expiring"),
    monitor: monitorNamed("Checkout"),
    certificate: { not_after: notAfter },
  };
  expect(messageOf(facts).title).toBe(title);
});

test("a digest says in its title how many incidents opened and how many are still open", () => {
  expect(scene("digest of 1,000").title).toBe("1,000 incidents opened: 960 still open");
  expect(scene("digest of 1,000").lines[0]).toMatch(/^Open: Shop 41 .*\n… and 990 more$/s);
});

test("a digest names its certificates, monitors, and maintenance windows like their own messages", () => {
  const event = { project: "Web shop", slug: null, title: null, status: null };
  const expiring = { ...event, key: "uptime.monitor_certificate.expiring" };
  const digest = digestMessage([
    { ...expiring, subject: "Certificate expires in 5 days: Shop" },
    { ...expiring, subject: "Certificate has expired: Blog" },
    { ...event, key: "uptime.maintenance_window.in_progress", subject: "Maintenance started: Upgrade" },
    { ...event, key: "uptime.monitor.deleted", subject: null },
  ]);
  expect(digest.title).toBe(
    "2 certificates about to expire, 1 maintenance window started, 1 monitor deleted",
  );
  expect(digest.lines).toEqual([
    "Certificate expires in 5 days: Shop\nCertificate has expired: Blog\nMaintenance started: Upgrade\n… and 1 more",
  ]);
  expect(digest).toMatchObject({ level: "warning", link: { label: "Open dashboard" } });
});

test("no title is longer than its limit", () => {
  for (const { message } of messageScenes()) expect(message.title.length).toBeLessThanOrEqual(200);
});

test("keeps the cause as a fact when a long name pushes it out of the title", () => {
  const message = messageOf(openedFacts("incident.created", { monitor: monitorNamed("Ü".repeat(190)) }));
  expect(message.title.endsWith("…")).toBe(true);
  expect(factsOf(message).Cause).toBe("connection refused");
});
