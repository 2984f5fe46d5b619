import { expect, test } from "vitest";
import { parseEnv } from "./env";

test("refuses anything that isn't an address or range, which would stop every check later", () => {
  for (const name of ["ALLOW_PRIVATE_TARGETS", "TRUSTED_PROXIES"])
    for (const wrong of ["true", "10.0.0.0/33", "localhost", "10.0.0.0/8,*"])
      expect(() => parseEnv({ [name]: wrong })).toThrow(/must be IP addresses or ranges like 10\.0\.0\.0\/8/);
  const { ALLOW_PRIVATE_TARGETS } = parseEnv({ ALLOW_PRIVATE_TARGETS: "10.0.0.0/8, ::1, fd00::/7" });
  expect(ALLOW_PRIVATE_TARGETS).toEqual(["10.0.0.0/8", "::1", "fd00::/7"]);
});

test("reads the server's own addresses in the form in which DNS shows them, and rejects ranges and names", () => {
  const { STATUS_PAGES_ADDRESSES } = parseEnv({ STATUS_PAGES_ADDRESSES: "203.0.113.7, 2001:DB8:0:0::7" });
  expect(STATUS_PAGES_ADDRESSES).toEqual(["203.0.113.7", "2001:db8::7"]);
  for (const wrong of ["203.0.113.0/24", "10", "status.example.com"])
    expect(() => parseEnv({ STATUS_PAGES_ADDRESSES: wrong })).toThrow(`separated by commas; got ${wrong}`);
});

test("reads name servers with and without a port", () => {
  const given = ["1.1.1.1", "127.0.0.1:5353", "2606:4700::1111", "[2606:4700::1111]:53"];
  expect(parseEnv({ STATUS_PAGES_NAME_SERVERS: given.join() }).STATUS_PAGES_NAME_SERVERS).toEqual(given);
  for (const wrong of ["dns.example.com", "1.1.1.1:", "1.1.1.1:123456", "[1.1.1.1"])
    expect(() => parseEnv({ STATUS_PAGES_NAME_SERVERS: wrong })).toThrow(`an optional port`);
});
