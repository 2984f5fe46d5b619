import type { NetworkInterfaceInfo } from "node:os";
import { expect, it } from "vitest";
import { lacksFamilyOf } from "./address-family";
import { connectError } from "./probe-error";

const has = (address: string, internal = false) => {
  const family = address.includes(":") ? "IPv6" : "IPv4";
  return { address, internal, family, netmask: "", mac: "", cidr: null, scopeid: 0 } as NetworkInterfaceInfo;
};
const four = [has("127.0.0.1", true), has("192.0.2.5")];

it.each([
  ["none at all", four],
  ["loopback and link-local ones", [...four, has("::1", true), has("fe80::1")]],
])("treats a machine whose IPv6 addresses are %s as having no IPv6", (_, infos) => {
  expect(lacksFamilyOf("2001:4860:4860::8888", { eth0: infos })).toBe(true);
  expect(lacksFamilyOf("192.0.2.7", { eth0: infos })).toBe(false);
  expect(lacksFamilyOf("fe80::7%eth0", { eth0: infos })).toBe(false);
});

it.each(["2001:db8::5", "fd00::2"])(
  "counts an unreachable network as a finding on a machine with %s",
  (address) => {
    expect(lacksFamilyOf("2001:4860:4860::8888", { eth0: [...four, has(address)] })).toBe(false);
  },
);

it.each(["ENETUNREACH", "EAFNOSUPPORT"])(
  "reports %s for an IPv6 target as inconclusive without IPv6",
  (code) => {
    const error = Object.assign(new Error(code), { code });
    const address = "2001:4860:4860::8888";
    const seen = connectError(error, `[${address}]:443`, address, { eth0: four });
    expect(seen).toMatchObject({
      code: "unsupported",
      message: expect.stringMatching(/this runner has no IPv6/),
    });
  },
);

it.each(["ENETUNREACH", "EHOSTUNREACH"])(
  "reports %s for an IPv4 target as inconclusive on an IPv6-only machine",
  (code) => {
    const error = Object.assign(new Error(code), { code });
    const six = [has("127.0.0.1", true), has("169.254.7.7"), has("2001:db8::5")];
    const seen = connectError(error, "192.0.2.7:443", "192.0.2.7", { eth0: six });
    expect(seen).toMatchObject({
      code: "unsupported",
      message: expect.stringMatching(/this runner has no IPv4/),
    });
  },
);

it("does not treat a machine without any address as lacking a family", () => {
  const error = Object.assign(new Error("ENETUNREACH"), { code: "ENETUNREACH" });
  const seen = connectError(error, "192.0.2.7:443", "192.0.2.7", { lo: [has("127.0.0.1", true)] });
  expect(seen.code).toBe("connect_unreachable");
});
