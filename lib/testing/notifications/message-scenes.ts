import { placeOf } from "@/lib/contract/core/regions";
import type { EventFacts, MonitorFacts } from "@/lib/domain/alerting/event-facts";
import { unknownRegion } from "@/lib/domain/checks/region-state";
import { draftIncident, targetOf } from "@/lib/domain/incidents/text";
import { composeMessage } from "@/lib/notify/message/compose";
import { type DigestEvent, digestMessage } from "@/lib/notify/message/digest";
import type { Message } from "@/lib/notify/message/message";
import { incidentFactsOf, MONITOR_FACTS } from "./notice";

const REGIONS = ["eu-deu-fra", "eu-fra-cdg", "na-usa-iad"];
const REFUSED = { code: "connection_refused", message: "connection refused" };
const STATUS = { code: "assertion_failed", message: "expected status 2xx, got 503" };
const LONG_NAME = `${"Ÿ€𐍈🔥".repeat(10)} <b>&"' *bold* _it_ ~no~ \`x\` [a](https://evil.example) @everyone #1 |x|`;

/** One event as a notification shows it. */
export interface MessageScene {
  readonly name: string;
  readonly eventKey: string;
  /** Null for a digest. */
  readonly facts: EventFacts | null;
  readonly message: Message;
}

export function monitorNamed(name: string, id = 3): MonitorFacts {
  return { ...MONITOR_FACTS, id, name, regions: REGIONS };
}

interface Opening {
  readonly monitor?: MonitorFacts;
  readonly failing?: readonly string[];
  readonly error?: { code: string; message: string };
}

/** Returns the facts of an incident that the engine opened, with the texts that it writes. */
export function openedFacts(key: string, opening: Opening = {}): EventFacts {
  const { monitor = monitorNamed("Checkout"), failing = REGIONS, error = REFUSED } = opening;
  const base = incidentFactsOf(key);
  const texts = draftIncident({
    monitor: monitor.name,
    target: targetOf(monitor.protocol, monitor.request),
    failing: failing.map((region) => ({ ...unknownRegion(region), error })),
    places: failing.map((region) => placeOf(region, new Set(REGIONS))),
    regionCount: monitor.regions.length,
    since: base.incident?.incidentAt.getTime() ?? 0,
  });
  return {
    ...base,
    incident: base.incident && { ...base.incident, ...texts },
    affectedMonitors: [monitor],
    seen: { monitorId: monitor.id, regions: failing.map((region) => ({ region, error })) },
  };
}

const FIVE = ["Checkout", "Search", "Cart", "Login", "Invoices"].map((name, index) =>
  monitorNamed(name, index + 3),
);

function propagatedFacts(): EventFacts {
  const [, search] = FIVE;
  const seen = { monitorId: 4, regions: REGIONS.slice(0, 2).map((region) => ({ region, error: REFUSED })) };
  const facts = openedFacts("incident.propagated");
  return { ...facts, affectedMonitors: FIVE, failingCount: 5, monitor: search ?? null, seen };
}

const UPDATE = `We found the cause: a **bad release** of the cart.

- Rolled back in Frankfurt
- Paris follows at 12:20 UTC

See [the status page](https://status.example.com).`;

function updateFacts(): EventFacts {
  return {
    ...openedFacts("incident_update.published"),
    update: { id: 1, state: "identified", content: UPDATE },
    creator: { type: "user", label: "Ada Lovelace" },
  };
}

function monitorEvent(key: string, change: Partial<EventFacts>): EventFacts {
  return { ...incidentFactsOf(key), incident: null, affectedMonitors: [], failingCount: 0, ...change };
}

function certificateFacts(): EventFacts {
  return monitorEvent("monitor_certificate.expiring", {
    monitor: monitorNamed("Checkout"),
    certificate: {
      subject_common_name: "shop.example.com",
      issuer_common_name: "R11",
      not_after: "2026-02-07T11:00:00Z",
    },
  });
}

function windowFacts(): EventFacts {
  return monitorEvent("maintenance_window.in_progress", {
    affectedMonitors: FIVE.slice(0, 2),
    window: {
      id: 4,
      title: "Database upgrade",
      description: "Up to an hour of **read-only** mode.",
      state: "in_progress",
      monitoring_mode: "mute",
      starts_at: "2026-01-31T12:00:00Z",
      ends_at: "2026-01-31T14:00:00Z",
    },
  });
}

function testIncidentFacts(key: string): EventFacts {
  return {
    ...incidentFactsOf(key, { id: 0, slug: "TEST", title: "[Test] Checkout is down" }),
    isTestIncident: true,
  };
}

/** The same incident with the longest texts, four-byte characters, every app's markup characters and right-to-left text. */
function worst(key: string, name: string): EventFacts {
  const monitor = monitorNamed([...name].slice(0, 100).join(""));
  const facts = openedFacts(key, { monitor, error: { code: "x", message: `${name} `.repeat(20) } });
  const incident = facts.incident && {
    ...facts.incident,
    impact: "major_outage",
    description: `${name}\n`.repeat(100),
  };
  const affectedMonitors = Array.from({ length: 9 }, (_, index) => ({ ...monitor, id: index + 3 }));
  return {
    ...facts,
    incident,
    affectedMonitors,
    failingCount: 9,
    project: { ...facts.project, name: monitor.name },
  };
}

const STORM: DigestEvent[] = Array.from({ length: 1000 }, (_, index) => ({
  key: "uptime.incident.created",
  project: "Web shop",
  slug: `APP-${index + 1}`,
  title: `Shop ${index + 1} is down: connection refused`,
  status: index < 40 ? "recovered" : "ongoing",
  subject: null,
}));

/** Returns the scenes of the gallery and its test: every kind of notification, and the worst names that users can choose. */
export function messageScenes(): MessageScene[] {
  const events: [string, EventFacts][] = [
    ["down, all regions, refused", openedFacts("incident.created")],
    ["down, one region of three", openedFacts("incident.created", { failing: REGIONS.slice(0, 1) })],
    ["down, wrong status", openedFacts("incident.created", { error: STATUS })],
    ["down, written by a person", incidentFactsOf("incident.created")],
    ["also down, five monitors", propagatedFacts()],
    ["recovered", openedFacts("incident.recovered")],
    ["update", updateFacts()],
    ["certificate", certificateFacts()],
    ["maintenance", windowFacts()],
    ["test incident", testIncidentFacts("incident.created")],
    ["test incident recovered", testIncidentFacts("incident.recovered")],
    ["longest texts and marks", worst("incident.created", LONG_NAME)],
    ["right to left", openedFacts("incident.created", { monitor: monitorNamed("סל הקניות 24") })],
  ];
  const scenes = events.map(([name, facts]) => ({
    name,
    facts,
    eventKey: facts.event.key,
    message: said(facts),
  }));
  const storm = { name: "digest of 1,000", facts: null, eventKey: "digest", message: digestMessage(STORM) };
  return [...scenes, storm];
}

function said(facts: EventFacts): Message {
  const message = composeMessage(facts);
  if (!message) throw new Error(`${facts.event.key} has no message.`);
  return message;
}
