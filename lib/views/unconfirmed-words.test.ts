import { expect, test } from "vitest";
import { unconfirmedWords } from "./unconfirmed-words";

const regionWith = (code: string) => ({
  region: "eu-deu-fra" as const,
  status: "online" as const,
  response_time: null,
  last_checked_at: null,
  last_error: { code, message: "" },
});
const wordsOf = (...codes: string[]) =>
  unconfirmedWords({ observed_regions: codes.map(regionWith), incident_confirmations: 3 });

test("an inconclusive check never promises an incident; one true failure among them does", () => {
  expect(wordsOf("runner_offline")).toMatch(/^Inconclusive: .* opens no incident/);
  expect(wordsOf("unsupported", "blocked_address", "runner_overloaded")).toMatch(/^Inconclusive/);
  expect(wordsOf("runner_offline", "connect_refused")).toBe(
    "Not confirmed yet: an incident opens after 3 failures in a row.",
  );
});
