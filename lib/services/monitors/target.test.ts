import { afterEach, describe, expect, test } from "vitest";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { forget } from "@/lib/shared/once";
import { MONITOR } from "@/lib/testing/scene";
import { requireAllowedTarget } from "./target";

function installed(variables: Record<string, string | undefined>): void {
  Object.assign(process.env, variables);
  for (const [name, value] of Object.entries(variables)) if (value === undefined) delete process.env[name];
  forget("env");
}
afterEach(() => installed({ DATABASE_URL: undefined, ALLOW_PRIVATE_TARGETS: undefined }));

const http = (host: string) =>
  CreateMonitor.parse({ ...MONITOR, request: { method: "GET", url: `http://${host}/` } });
const icmp = (host: string) => CreateMonitor.parse({ ...MONITOR, protocol: "icmp", request: { host } });
const refused = (host: string) =>
  expect(() => requireAllowedTarget(http(host)), host).toThrow("Use a public address");
const accepted = (host: string) => expect(() => requireAllowedTarget(http(host)), host).not.toThrow();

const PRIVATE = [
  "127.0.0.1",
  "0x7f.1",
  "2130706433",
  "017700000001",
  "10.1.2.3",
  "192.168.0.1",
  "100.64.0.1",
  "[::1]",
  "[fd00::1]",
];
const SPECIAL = [
  "169.254.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "0.0.0.0",
  "[fe80::1]",
  "[2002:7f00:1::]",
  "[64:ff9b::7f00:1]",
  "[2001::1]",
];

describe("with its own database", () => {
  test("refuses literal private and special addresses in any spelling", () => {
    installed({ DATABASE_URL: "postgres://u:p@db/x" });
    for (const host of [...PRIVATE, ...SPECIAL, "[::ffff:127.0.0.1]"]) refused(host);
    for (const host of ["93.184.216.34", "[2606:2800:220:1::1]", "example.com", "localhost.example"])
      accepted(host);
  });

  test("allows what ALLOW_PRIVATE_TARGETS lists and nothing else", () => {
    installed({ DATABASE_URL: "postgres://u:p@db/x", ALLOW_PRIVATE_TARGETS: "10.0.0.0/8" });
    accepted("10.1.2.3");
    refused("192.168.0.1");
  });
});

describe("with the embedded database", () => {
  test("allows private and loopback addresses, but never special or metadata addresses", () => {
    installed({ DATABASE_URL: undefined });
    for (const host of PRIVATE) accepted(host);
    for (const host of SPECIAL) refused(host);
    installed({ ALLOW_PRIVATE_TARGETS: "0.0.0.0/0,::/0" });
    for (const host of ["169.254.169.254", "[fd00:ec2::254]", "168.63.129.16", "[::ffff:169.254.169.254]"])
      refused(host);
  });
});

test("applies the same rule to hosts of other protocols", () => {
  installed({ DATABASE_URL: "postgres://u:p@db/x" });
  for (const host of ["127.0.0.1", "::1", "0x7f.1"])
    expect(() => requireAllowedTarget(icmp(host)), host).toThrow();
});
