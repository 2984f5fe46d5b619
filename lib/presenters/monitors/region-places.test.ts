import { beforeEach, expect, test } from "vitest";
import { nameRegions, placeAmong, placeList, placeName } from "./region-places";

beforeEach(() => nameRegions([]));

test("shows a region that only the built-in runner serves as this server", () => {
  expect([placeName("eu-deu-fra"), placeList(["eu-deu-fra", "na-usa-iad"])]).toEqual([
    "This server",
    "this server",
  ]);
  nameRegions(["eu-deu-fra"]);
  expect([placeName("eu-deu-fra"), placeName("na-usa-iad")]).toEqual(["Frankfurt", "This server"]);
  expect(placeList(["eu-deu-fra", "na-usa-iad", "as-sgp-sin"])).toBe("Frankfurt, this server");
});

test("distinguishes several regions that this server checks for", () => {
  expect(placeAmong("eu-deu-fra", ["eu-deu-fra"])).toBe("This server");
  expect(placeAmong("eu-deu-fra", ["eu-deu-fra", "na-usa-iad"])).toBe("This server, for Frankfurt");
  nameRegions(["na-usa-iad"]);
  expect(
    ["eu-deu-fra", "na-usa-iad"].map((region) => placeAmong(region as never, ["eu-deu-fra", "na-usa-iad"])),
  ).toEqual(["This server", "Washington"]);
});
