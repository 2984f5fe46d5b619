import { expect, test } from "vitest";
import { parseEnv } from "./env";

test("ranges that are none are refused at start with what is allowed: later they would stop every check", () => {
  for (const name of ["ALLOW_PRIVATE_TARGETS", "TRUSTED_PROXIES"])
    for (const wrong of ["true", "10.0.0.0/33", "localhost", "10.0.0.0/8,*"])
      expect(() => parseEnv({ [name]: wrong })).toThrow(
        /allowed are addresses and ranges like 10\.0\.0\.0\/8/,
      );
  const { ALLOW_PRIVATE_TARGETS } = parseEnv({ ALLOW_PRIVATE_TARGETS: "10.0.0.0/8, ::1, fd00::/7" });
  expect(ALLOW_PRIVATE_TARGETS).toEqual(["10.0.0.0/8", "::1", "fd00::/7"]);
});
