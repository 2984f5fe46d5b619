import { expect, test } from "vitest";
import { neutralTitle } from "./public-title";

test.each([
  [["Shop"], "major_outage", "Shop is unavailable"],
  [["Shop"], "partial_outage", "Shop is partially unavailable"],
  [["Shop", "API"], "major_outage", "Shop and API are unavailable"],
  [
    ["Shop", "API", "Search"],
    "degraded_performance",
    "Shop and 2 other components have degraded performance",
  ],
  [["Shop"], "degraded_performance", "Shop has degraded performance"],
  [["Shop"], "maintenance", "Shop is under maintenance"],
  [["Shop"], "operational", "Notice: Shop"],
  [[], "major_outage", "Our service is unavailable"],
] as const)("names what %j with %s means to visitors", (names, state, title) => {
  expect(neutralTitle(names, state)).toBe(title);
});
