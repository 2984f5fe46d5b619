import { afterEach, expect, test, vi } from "vitest";
import { setEnv } from "@/lib/shared/env";
import { isAllowedAddress, policyFrom } from "./policy";
import { privateTargets } from "./private-targets";

afterEach(() => {
  vi.unstubAllEnvs();
  setEnv({});
});

test("checks of an installation with the embedded database reach its own network, overlay networks included", () => {
  vi.stubEnv("DATABASE_URL", "");
  vi.stubEnv("ALLOW_PRIVATE_TARGETS", "");
  setEnv({});
  const policy = policyFrom(privateTargets());
  const isAllowed = (address: string) => isAllowedAddress(address, policy);
  expect(
    ["10.0.0.7", "192.168.1.1", "100.64.0.1", "100.127.255.254"].filter((each) => !isAllowed(each)),
  ).toEqual([]);
  expect(["169.254.169.254", "198.18.0.1"].filter(isAllowed)).toEqual([]);
});
