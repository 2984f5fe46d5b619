import { expect, test } from "vitest";
import { unconfirmedWords } from "./unconfirmed-words";

const regionWith = (code: string) => ({
  region: "eu-deu-fra" as const,
  status: "online" as const,
  response_time: null,
  last_checked_at: null,
  silent: false,
  last_error: { code, message: "" },
});
const wordsOf = (...codes: string[]) =>
  unconfirmedWords({
    observed_regions: codes.map(regionWith),
    incident_confirmations: 3,
    region_threshold: 1,
  });

test("announces an incident only if at least one failure is conclusive", () => {
  expect(wordsOf("runner_offline")).toMatch(/^Inconclusive\. .* doesn't open an incident/);
  expect(wordsOf("unsupported", "blocked_address", "runner_overloaded")).toMatch(/^Inconclusive/);
  expect(wordsOf("runner_offline", "connect_refused")).toBe(
    "Not confirmed yet. An incident opens after 3 consecutive failures.",
  );
});

test("says when more regions must fail", () => {
  const failing = { ...regionWith("connect_refused"), status: "offline" as const };
  const well = { ...failing, region: "na-usa-iad" as const, status: "online" as const, last_error: null };
  const monitor = { observed_regions: [failing, well], incident_confirmations: 3, region_threshold: 2 };
  expect(unconfirmedWords(monitor)).toBe("Confirmed in 1 of 2 regions. An incident opens when 2 fail.");
  expect(unconfirmedWords({ ...monitor, observed_regions: [{ ...failing, status: "online" }, well] })).toBe(
    "Not confirmed yet. An incident opens after 3 consecutive failures in 2 regions.",
  );
});
