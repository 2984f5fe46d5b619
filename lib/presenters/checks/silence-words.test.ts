import { beforeAll, expect, test } from "vitest";
import { nameRegions } from "@/lib/presenters/monitors/region-labels";
import { silenceWords } from "./silence-words";

beforeAll(() => nameRegions(["na-usa-iad", "as-jpn-hnd", "as-sgp-sin", "eu-deu-fra"]));

const seen = (region: "eu-deu-fra" | "na-usa-iad" | "as-jpn-hnd", silent: boolean) => ({
  region,
  status: "online" as const,
  response_time: 80,
  last_checked_at: null,
  silent,
  last_error: null,
});
const monitor = (silent: boolean[], region_threshold = 1) => ({
  status: "online" as const,
  data_missing: silent.every(Boolean),
  region_threshold,
  observed_regions: [
    seen("eu-deu-fra", !!silent[0]),
    seen("na-usa-iad", !!silent[1]),
    seen("as-jpn-hnd", !!silent[2]),
  ],
});

test("says which regions are silent and whether an incident can still open", () => {
  expect(silenceWords(monitor([false, false, false]))).toBeNull();
  expect(silenceWords(monitor([true, true, true]))).toMatch(/^No data\. .* An outage would go unnoticed\.$/);
  expect(silenceWords(monitor([false, true, false]))).toBe(
    "No data from Washington. The other regions decide on their own.",
  );
  expect(silenceWords(monitor([false, true, true], 2))).toBe(
    "No data from Washington, Tokyo. Incidents need 2 failing regions, but only 1 is reporting, so none can open.",
  );
});

test("says that a recovery would go unnoticed when the monitor is already down", () => {
  const down = { status: "offline" as const };
  expect(silenceWords({ ...monitor([true, true, true]), ...down })).toMatch(
    / A recovery would go unnoticed\.$/,
  );
  expect(silenceWords({ ...monitor([false, true, true], 2), ...down })).toBe(
    "No data from Washington, Tokyo.",
  );
});
