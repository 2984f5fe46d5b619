import { beforeAll, expect, test } from "vitest";
import { nameRegions } from "@/lib/presenters/monitors/region-places";
import { shownState, silenceWords } from "./silence-words";

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

test("a monitor that nobody checks is not called online; one that failed last still fails", () => {
  expect(shownState({ status: "online", data_missing: true })).toBe("no_data");
  expect(shownState({ status: "fetching", data_missing: true })).toBe("no_data");
  expect(shownState({ status: "offline", data_missing: true })).toBe("offline");
  expect(shownState({ status: "online", data_missing: false })).toBe("online");
});

test("silence is told with what follows from it: who decides, or that no incident can open", () => {
  expect(silenceWords(monitor([false, false, false]))).toBeNull();
  expect(silenceWords(monitor([true, true, true]))).toMatch(
    /^No data: .* an outage now would go unnoticed\.$/,
  );
  expect(silenceWords(monitor([false, true, false]))).toBe(
    "No data from Washington. The others decide meanwhile.",
  );
  expect(silenceWords(monitor([false, true, true], 2))).toBe(
    "No data from Washington, Tokyo. An incident needs 2 failing regions and only 1 reports: none can open.",
  );
});

test("what is down already is told otherwise: its recovery goes unnoticed, and no incident has yet to open", () => {
  const down = { status: "offline" as const };
  expect(silenceWords({ ...monitor([true, true, true]), ...down })).toMatch(
    / a recovery now would go unnoticed\.$/,
  );
  expect(silenceWords({ ...monitor([false, true, true], 2), ...down })).toBe(
    "No data from Washington, Tokyo.",
  );
});
