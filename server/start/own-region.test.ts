import { afterEach, expect, test } from "vitest";
import { forget } from "@/lib/shared/once";
import { ownRegion } from "./own-region";

function regionIs(code: string | undefined): void {
  if (code) process.env.RUNNER_REGION = code;
  else delete process.env.RUNNER_REGION;
  forget("env");
}
afterEach(() => regionIs(undefined));

test("rejects an unknown RUNNER_REGION and lists the valid ones", () => {
  const seen = [undefined, "eu-deu-fra", "ng-nld-ams"].map((code) => {
    regionIs(code);
    return ownRegion();
  });
  expect(seen).toEqual([null, "eu-deu-fra", "eu-nld-ams"]);
  regionIs("eu-deu-ber");
  expect(ownRegion).toThrow(/RUNNER_REGION: must be one of as-jpn-hnd, .+; got eu-deu-ber$/);
});
