import type { Region } from "@/lib/contract/core/regions";

/** Land in steps of 3 degrees, a row per latitude from 76.5° north, a bit per longitude from 166.5° west. Drawn by hand. */
const LAND = [
  "3ff03fffc000000001e000000",
  "f8000fff800000001fffc0000",
  "f8003fe03ff80008000fffffff00",
  "7fffffffc3fe0007fcfffffffffff",
  "fffffffcc3f8001effffffffffffe",
  "7ffffff203e0003dffffffffffff8",
  "383fff83c00000287fffffffffee0",
  "fffe3f0000303fffffffffc080",
  "7fff7f800073ffffffffffe000",
  "1fffff00000fffffffffffc000",
  "1ffcfe00001fffffffffff8000",
  "1ffc7c00003dfc73ffffff1000",
  "1ffff0000070dff3ffffff1000",
  "1fffe000006001f3ffffe22000",
  "fffc000003f80fffffff0c000",
  "7ff8000007ff8fffffff90000",
  "3fc800000fffef7fffff00000",
  "1f0000001fffe787ffff00000",
  "f0000001ffff7e1fffc00000",
  "7e300003fffffc0f3e000000",
  "e000003ffffb8061f000000",
  "3000001ffffe0040f080000",
  "1c0001fffff8040b040000",
  "3f0000fffff00004000000",
  "3fc00007fff00000200000",
  "3fe00001ffe00008600000",
  "7ff80001ffc00004680000",
  "7ffe0001ff800002087000",
  "7fff0000ff800001803800",
  "3fff0000ff800000000000",
  "1ffe0000ff800000019000",
  "ffe0000ff90000007f000",
  "7fe0000ff1000000ff800",
  "7fc0000fe1000003ffc00",
  "ff000007e0000003ffe00",
  "fe000007e0000003ffe00",
  "fe000003c0000003ffe00",
  "fc0000000000000007c00",
  "f80000000000000001006",
  "e00000000000000000004",
  "c00000000000000000000",
  "c00000000000000000000",
] as const;
const COLUMNS = 116;

/** The size of the map, in steps. */
export const WORLD = { width: COLUMNS, height: LAND.length } as const;

/** Returns the map's land as horizontal lines, to be drawn as dots a step apart. */
export function landPath(): string {
  return LAND.map((row, y) => {
    const bits = BigInt(`0x${row}`).toString(2).padStart(COLUMNS, "0");
    return [...bits.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length - 1}`).join("");
  }).join("");
}

/** Latitude and longitude of the regions. A copy, because importing the contract would add the schema parser to the page. */
export const REGION_PLACES: Record<Region, readonly [number, number]> = {
  "as-jpn-hnd": [35.55, 139.78],
  "as-sgp-sin": [1.36, 103.99],
  "as-tha-bkk": [13.69, 100.75],
  "eu-deu-fra": [50.03, 8.56],
  "eu-fra-cdg": [49.01, 2.55],
  "eu-gbr-lhr": [51.47, -0.45],
  "eu-nld-ams": [52.31, 4.77],
  "eu-swe-arn": [59.65, 17.93],
  "na-mex-mex": [19.44, -99.07],
  "na-usa-iad": [38.95, -77.45],
  "na-usa-sea": [47.45, -122.31],
  "oc-aus-syd": [-33.94, 151.18],
  "sa-bra-gru": [-23.43, -46.47],
};

/** Returns where a region is on the map. */
export function placeOnMap(region: Region): { x: number; y: number } {
  const [latitude, longitude] = REGION_PLACES[region];
  return { x: (longitude + 166.5) / 3, y: (76.5 - latitude) / 3 };
}
