import { expect, test } from "vitest";
import { parseEnv } from "./env";

test("refuses anything that isn't an address or range, which would stop every check later", () => {
  for (const name of ["ALLOW_PRIVATE_TARGETS", "TRUSTED_PROXIES"])
    for (const wrong of ["true", "10.0.0.0/33", "localhost", "10.0.0.0/8,*"])
      expect(() => parseEnv({ [name]: wrong })).toThrow(/must be IP addresses or ranges like 10\.0\.0\.0\/8/);
  const { ALLOW_PRIVATE_TARGETS } = parseEnv({ ALLOW_PRIVATE_TARGETS: "10.0.0.0/8, ::1, fd00::/7" });
  expect(ALLOW_PRIVATE_TARGETS).toEqual(["10.0.0.0/8", "::1", "fd00::/7"]);
});
