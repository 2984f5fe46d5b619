import { expect, test } from "vitest";
import { neutralTitle, publicTitle } from "./public-title";

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

test.each([
  ["monitor", null, "Shop is unavailable"],
  ["monitor", "Orders fail", "Orders fail"],
  ["manual", null, "10.0.0.7 answered 502"],
  ["manual", "Orders fail", "Orders fail"],
] as const)("a %s incident with the public title %s appears as %s", (type, given, title) => {
  const incident = { type, title: "10.0.0.7 answered 502", public_title: given };
  expect(publicTitle(incident, ["Shop"], "major_outage")).toBe(title);
});
