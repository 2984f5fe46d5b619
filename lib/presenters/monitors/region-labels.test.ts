import { beforeEach, expect, test } from "vitest";
import { nameRegions, regionLabel, regionLabelAmong, regionLabelList } from "./region-labels";

beforeEach(() => nameRegions([]));

test("shows a region that only the built-in runner serves as this server", () => {
  expect([regionLabel("eu-deu-fra"), regionLabelList(["eu-deu-fra", "na-usa-iad"])]).toEqual([
    "This server",
    "this server",
  ]);
  nameRegions(["eu-deu-fra"]);
  expect([regionLabel("eu-deu-fra"), regionLabel("na-usa-iad")]).toEqual(["Frankfurt", "This server"]);
  expect(regionLabelList(["eu-deu-fra", "na-usa-iad", "as-sgp-sin"])).toBe("Frankfurt, this server");
});

test("distinguishes several regions that this server checks for", () => {
  expect(regionLabelAmong("eu-deu-fra", ["eu-deu-fra"])).toBe("This server");
  expect(regionLabelAmong("eu-deu-fra", ["eu-deu-fra", "na-usa-iad"])).toBe("This server, for Frankfurt");
  nameRegions(["na-usa-iad"]);
  expect(
    ["eu-deu-fra", "na-usa-iad"].map((region) =>
      regionLabelAmong(region as never, ["eu-deu-fra", "na-usa-iad"]),
    ),
  ).toEqual(["This server", "Washington"]);
});
