import { expect, test } from "vitest";
import { REGIONS } from "@/lib/contract/core/region-names";
import { REGION_CODES } from "@/lib/contract/core/regions";
import { landPath, placeOnMap, REGION_PLACES, WORLD } from "./world";

test("knows the place of every region of the contract", () => {
  const places = REGION_CODES.map((code) => [code, [REGIONS[code].latitude, REGIONS[code].longitude]]);
  expect(REGION_PLACES).toEqual(Object.fromEntries(places));
});

test("every region is on the map, on land or at its coast", () => {
  const lines = [...landPath().matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, length]) =>
    [x, y, length].map(Number),
  );
  for (const code of REGION_CODES) {
    const { x, y } = placeOnMap(code);
    const near = lines.some(
      ([left = 0, top = 0, length = 0]) =>
        Math.abs(top - y) < 1.5 && x > left - 1.5 && x < left + length + 1.5,
    );
    expect([code, near, x < WORLD.width, y < WORLD.height]).toEqual([code, true, true, true]);
  }
});
