import { expect, test } from "vitest";
import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { messageScenes, monitorNamed, openedFacts } from "@/lib/testing/message-scenes";
import { incidentFactsOf } from "@/lib/testing/notice";
import { composeMessage } from "./compose";
import type { Message } from "./message";

function said(facts: EventFacts): Message {
  const message = composeMessage(facts);
  if (!message) throw new Error("nothing said");
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

test("an outage says what and why in its title, since when and from where in its first facts, each once", () => {
  const message = said(openedFacts("incident.created"));
  expect(message.title).toBe("Down: Checkout – connection refused");
  expect(message.lines).toEqual([]);
  expect(message.facts).toEqual([
    { label: "Since", value: "2026-01-31 12:00:00 UTC" },
    { label: "Seen from", value: "all 3 regions" },
    { label: "Project", value: "Web shop" },
  ]);
});

test("no message of a check holds the address that is checked", () => {
  for (const { message } of messageScenes()) expect(JSON.stringify(message)).not.toContain("/health");
});

test.each([
  [["eu-deu-fra"], "Frankfurt (1 of 3 regions)"],
  [["eu-deu-fra", "eu-fra-cdg"], "Frankfurt, Paris (2 of 3 regions)"],
])("it names the regions when they are not all: %s", (failing, shown) => {
  expect(factsOf(said(openedFacts("incident.created", { failing })))["Seen from"]).toBe(shown);
});

test("one region of one is its city", () => {
  const monitor = { ...monitorNamed("Checkout"), regions: ["eu-deu-fra"] };
  const facts = openedFacts("incident.created", { monitor, failing: ["eu-deu-fra"] });
  expect(factsOf(said(facts))["Seen from"]).toBe("Frankfurt");
});

test("a recovery says how long it lasted before it says anything else", () => {
  const message = said(openedFacts("incident.recovered"));
  expect(message.title).toBe("Recovered after 7 min 30 s: Checkout");
  expect(factsOf(message)).toMatchObject({
    "Down from": "2026-01-31 12:00:00 UTC",
    Until: "2026-01-31 12:07:30 UTC",
    Cause: "connection refused",
  });
});

test("a title and a description that somebody wrote stay as they are, with the cause beside them", () => {
  const facts = openedFacts("incident.created");
  const incident = facts.incident && {
    ...facts.incident,
    title: "Nobody can pay",
    description: "Bank is away.",
  };
  const message = said({ ...facts, incident });
  expect(message.title).toBe("Down: Nobody can pay");
  expect(message.lines).toEqual(["Bank is away."]);
  expect(factsOf(message)).toMatchObject({ Monitor: "Checkout", Cause: "connection refused" });
});

test("spreading names the monitor that joined, with its own cause and places, and how many are down", () => {
  const message = scene("also down, five monitors");
  expect(message.title).toBe("Also down: Search – connection refused, now 5 monitors");
  expect(factsOf(message)).toMatchObject({ Monitors: "Checkout, Search, Cart, Login, Invoices" });
});

test.each([
  [4, "Partly recovered: Search is up, 4 monitors still down"],
  [1, "Partly recovered: Search is up, 1 monitor still down"],
])("with %i left, a partial recovery says so", (failingCount, title) => {
  const facts = {
    ...incidentFactsOf("incident.partially_recovered"),
    failingCount,
    monitor: monitorNamed("Search"),
  };
  expect(said(facts).title).toBe(title);
});

test("Markdown of an update comes as plain text: every app shows the same words", () => {
  expect(scene("update").lines).toEqual([
    "We found the cause: a bad release of the cart.\n\n• Rolled back in Frankfurt\n• Paris follows at 12:20 UTC\n\nSee the status page (https://status.example.com).",
  ]);
});

test("a drill says so first, claims nothing as real, and its link leads somewhere", () => {
  for (const name of ["drill", "drill over"]) {
    const message = scene(name);
    expect(message.title).toMatch(/^Drill/);
    expect(message.lines[0]).toContain("nothing is down");
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
  expect(said(facts).title).toBe(title);
});

test("a digest says how many, and how many are still down, in its title", () => {
  expect(scene("digest of 1,000").title).toBe("1,000 incidents opened: 960 still down");
});

test("no title is longer than its bound, whatever things are called", () => {
  for (const { message } of messageScenes()) expect(message.title.length).toBeLessThanOrEqual(200);
});

test("a name that fills the title leaves the cause as a fact: a cut title loses it", () => {
  const message = said(openedFacts("incident.created", { monitor: monitorNamed("Ü".repeat(190)) }));
  expect(message.title.endsWith("…")).toBe(true);
  expect(factsOf(message).Cause).toBe("connection refused");
});
