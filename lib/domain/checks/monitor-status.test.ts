import { expect, test } from "vitest";
import { lastStatusOf } from "./monitor-status";
import { type RegionState, unknownRegion } from "./region-state";

const region = (health: RegionState["health"], silent = false): RegionState => ({
  ...unknownRegion("eu-deu-fra"),
  health,
  silent,
});

test.each<[string, RegionState[], string]>([
  ["no region has checked", [region("unknown"), region("unknown")], "fetching"],
  ["no region is failing", [region("healthy"), region("unknown")], "online"],
  ["all regions that checked are failing", [region("failing"), region("unknown")], "offline"],
  ["some regions are failing", [region("failing"), region("healthy")], "partial"],
  ["silence changes nothing", [region("failing", true), region("healthy", true)], "partial"],
])("a resumed monitor has the status that its regions reported last: %s", (_, regions, status) => {
  expect(lastStatusOf(regions)).toBe(status);
});
