import { expect, it } from "vitest";
import type { RegionState } from "@/lib/domain/checks/region-state";
import { draftIncident } from "./text";

const seen = (message: string): RegionState => ({
  region: "eu-deu-fra",
  health: "failing",
  failures: 3,
  successes: 0,
  failingSince: 0,
  healthySince: null,
  lastScheduledAt: 0,
  lastStart: 0,
  heardAt: 0,
  error: { code: "connect_refused", message },
  silent: false,
});
const draftOf = (...messages: string[]) =>
  draftIncident({
    monitor: "Shop",
    target: "db.internal:5432",
    failing: messages.map(seen),
    places: messages.map(() => "Frankfurt, Germany"),
    regionCount: messages.length,
    since: 0,
  });

it.each([
  ["10.0.0.5:5432: connection refused", "connection refused"],
  ["[fd00::5]:5432: no route to the host", "no route to the host"],
  ["fd00::5: timed out waiting for a ping reply", "timed out waiting for a ping reply"],
  ["db.internal: the name doesn't exist", "the name doesn't exist"],
  ["shop.internal: a record is missing (expected 10.0.0.5, got 10.0.0.7 (old))", "a record is missing"],
  [
    "db.internal: the name doesn't exist (the runner's name servers work; a.example resolves)",
    "the name doesn't exist",
  ],
  ["timed out waiting for a response", "timed out waiting for a response"],
  ['expected status code in "2xx"; got "500"', 'expected status code in "2xx"; got "500"'],
])("the public title contains no address: %s", (message, cause) => {
  const { title, description } = draftOf(message);
  expect(title).toBe(`Shop is down: ${cause}`);
  expect(description).toContain(`Checks reported: ${message}.`);
});

it("merges the same failure at different addresses", () => {
  expect(draftOf("192.0.2.1:443: connection refused", "192.0.2.2:443: connection refused").title).toBe(
    "Shop is down: connection refused",
  );
});

it("names the origin of checks only if it is known", () => {
  const scopeOf = (places: string[], regionCount: number) =>
    draftIncident({
      monitor: "Shop",
      target: "shop.example.com",
      failing: places.map(() => seen("timed out")),
      places,
      regionCount,
      since: 0,
    }).description.match(/ UTC (from .+?)\. Checks reported/)?.[1];
  expect(scopeOf(["this server"], 1)).toBe("from this server");
  expect(scopeOf(["this server", "this server"], 2)).toBe("from this server");
  expect(scopeOf(["this server", "this server"], 3)).toBe("from 2 of 3 regions (this server)");
  expect(scopeOf(["Frankfurt, Germany", "this server"], 2)).toBe("from all 2 regions");
  expect(scopeOf(["Frankfurt, Germany"], 1)).toBe("from Frankfurt, Germany");
});
