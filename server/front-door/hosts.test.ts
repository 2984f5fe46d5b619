import { describe, expect, it } from "vitest";
import { type HostRules, hostName, hostTarget } from "./hosts";

const named: HostRules = {
  appHost: "vedette.example.com",
  statusPagesHost: "pages.example.com",
  machineNames: ["box"],
};
const bare: HostRules = { appHost: null, statusPagesHost: null, machineNames: ["box"] };
const kind = (header: string | undefined, rules: HostRules, local = false) =>
  hostTarget(hostName(header), rules, local).kind;

describe("hostTarget", () => {
  it("serves the app on the host of APP_URL in any spelling, and on no other", () => {
    for (const header of ["vedette.example.com", "VEDETTE.example.com:8443", "vedette.example.com."])
      expect(kind(header, named)).toBe("app");
    for (const header of ["evil.com", "vedette.example.com.evil.com", "localhost", "box", "203.0.113.9"])
      expect(kind(header, named)).not.toBe("app");
  });
  it("serves a page on a label below STATUS_PAGES_HOST, one level deep", () => {
    expect(hostTarget(hostName("Acme.pages.example.com:80"), named, false)).toEqual({
      kind: "subdomain",
      name: "acme",
    });
    expect(kind("a.b.pages.example.com", named)).toBe("unknown");
    expect(kind("pages.example.com", named)).toBe("domain");
  });
  it("serves the app on loopback from this machine, and on any address without APP_URL", () => {
    expect(kind("127.0.0.1:3000", named, true)).toBe("app");
    expect(kind("127.0.0.1:3000", named, false)).toBe("unknown");
    for (const header of ["localhost:3000", "127.0.0.1", "[::1]:3000", "192.168.1.4:3000", "box:3000"])
      expect(kind(header, bare)).toBe("app");
  });
  it("rejects a missing or malformed host", () => {
    for (const header of [undefined, "", "a b", "[::1", "user@host", "x:y:z", "host:99999999", "[evil]"])
      expect(kind(header, bare)).toBe("unknown");
  });
});
