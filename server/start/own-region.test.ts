import { afterEach, expect, test } from "vitest";
import { forget } from "@/lib/shared/once";
import { requireKnownRegion } from "./own-region";

function regionIs(code: string | undefined): void {
  if (code) process.env.RUNNER_REGION = code;
  else delete process.env.RUNNER_REGION;
  forget("env");
}
afterEach(() => regionIs(undefined));

test("rejects an unknown RUNNER_REGION and lists the valid ones", () => {
  for (const code of [undefined, "eu-deu-fra"]) {
    regionIs(code);
    expect(requireKnownRegion).not.toThrow();
  }
  regionIs("eu-deu-ber");
  expect(requireKnownRegion).toThrow(/RUNNER_REGION: must be one of as-jpn-hnd, .+; got eu-deu-ber$/);
});
