import { afterEach, expect, test, vi } from "vitest";
import { SURVEY_MS, Surveys } from "./surveys";

afterEach(() => {
  vi.useRealTimers();
});

test("surveys go on after one that never ends", async () => {
  vi.useFakeTimers();
  const ask = vi.fn(() => new Promise<void>(() => undefined));
  const surveys = new Surveys(ask, () => true);
  surveys.start();
  await vi.advanceTimersByTimeAsync(2 * SURVEY_MS + 1);
  surveys.stop();
  expect(ask).toHaveBeenCalledTimes(2);
});
