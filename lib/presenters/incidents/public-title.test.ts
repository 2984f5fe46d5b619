import { expect, test } from "vitest";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { incidentPublicTitle, knownNames } from "./public-title";

const INCIDENT = {
  type: "monitor",
  title: "prod-shop-1 is down: HTTP 502",
  public_title: null,
  impact: "unknown",
  monitors: [1, 2],
} as Incident;
const monitor = (id: number, status: "offline" | "partial") => ({ id, name: `Shop ${id}`, status });

test("offers the title that visitors see", () => {
  const shown = (change: Partial<Incident>, ...monitors: ReturnType<typeof monitor>[]) =>
    incidentPublicTitle({ ...INCIDENT, ...change }, knownNames(undefined, monitors), monitors);
  expect(shown({}, monitor(1, "offline"), monitor(2, "offline"))).toBe("Shop 1 and Shop 2 are unavailable");
  expect(shown({ monitors: [1] }, monitor(1, "partial"))).toBe("Shop 1 is partially unavailable");
  expect(shown({ impact: "degraded_performance" }, monitor(1, "offline"))).toBe(
    "Shop 1 and Monitor 2 have degraded performance",
  );
  expect(shown({ public_title: "Orders fail" })).toBe("Orders fail");
  expect(shown({ type: "manual" })).toBe("prod-shop-1 is down: HTTP 502");
});

test("keeps the title of an outage after its monitors are up again", () => {
  const recovered = { ...INCIDENT, status: "recovered", monitors: [1] } as Incident;
  const up = [{ id: 1, name: "Shop", status: "online" }] as const;
  const ended = (allRegions: boolean) => [{ detail: { all_regions: allRegions } }, { detail: null }];
  expect(incidentPublicTitle(recovered, knownNames(up), up, ended(true))).toBe("Shop is unavailable");
  expect(incidentPublicTitle(recovered, knownNames(up), up, ended(false))).toBe(
    "Shop is partially unavailable",
  );
});
