import { expect, test, vi } from "vitest";
import type { CheckResult, MonitorConfig } from "@/lib/contract/checks/check";
import { parseConnectivityCheck } from "@/lib/probes/net/connectivity-check";
import { HostsFile } from "@/lib/probes/net/hosts-file";
import { NameResolver } from "@/lib/probes/net/resolver";
import { emptyFinding } from "@/lib/probes/probe";
import { monotonicMs } from "@/lib/shared/clock";
import { monitorConfig } from "@/lib/testing/targets/check";
import { NameServers } from "./name-servers";
import { NetworkCheck } from "./network-check";
import { SelfCheck } from "./self-check";

// A made-up protocol whose target, in the local network, asks others in turn.
const RELAY = "192.168.0.53";
vi.mock("@/lib/contract/protocols/registry", async (original) => {
  const { knock } = await import("@/lib/testing/knock/knock");
  const { PROTOCOLS } = await original<typeof import("@/lib/contract/protocols/registry")>();
  const place = () => ({ field: "host", host: "192.168.0.53", port: 53, isRelay: true as const });
  return { PROTOCOLS: { ...PROTOCOLS, knock, relay: { ...knock, place } } };
});

/** Returns the result of a failed check after the uplink, the name servers, or neither are lost. */
async function judged(
  protocol: string,
  { uplink, names }: { uplink: boolean; names: boolean },
  change: Partial<CheckResult> = {},
): Promise<string> {
  let isUp = true;
  const checks = ["192.88.1.1:443", "192.88.2.1:443", "192.88.3.1:443"].map(parseConnectivityCheck);
  const network = new NetworkCheck({ checks, file: "/nonexistent/checks.json", answers: async () => isUp });
  const none = () => Promise.reject(Object.assign(new Error("none"), { code: "ETIMEOUT" }));
  const own = new SelfCheck({
    network,
    resolver: new NameResolver({ resolve4: none, resolve6: none }, new HostsFile("/nonexistent")),
    names: new NameServers({ ask: async () => (names ? "ENOTFOUND" : "ETIMEOUT") }),
    onRecovered: () => undefined,
  });
  network.start();
  await new Promise((resolve) => setImmediate(resolve));
  isUp = uplink;
  const config = monitorConfig({ host: RELAY }, { protocol: protocol as MonitorConfig["protocol"] });
  const error = { code: "dns_timeout" as const, message: "no answer" };
  const seen = {
    monitor: 1,
    region: "eu-deu-fra" as const,
    config_version: 1,
    scheduled_at: "",
    started_at: "",
  };
  const result = { ...emptyFinding(), ...seen, error, remote_address: RELAY, ...change };
  const { outcome, error: reported } = await own.judgeRequested(config, result, monotonicMs() - 50);
  own.stop();
  return `${outcome}: ${reported?.message}`;
}

test("a local relay isn't blamed while the uplink is lost, but another local target is", async () => {
  const lost = { uplink: false, names: true };
  expect(await judged("relay", lost)).toMatch(/^inconclusive: .*connectivity checks/);
  expect(await judged("knock", lost)).toBe("down: no answer");
});

test("a relay is blamed whatever the runner's name servers say, because they weren't asked", async () => {
  expect(await judged("relay", { uplink: true, names: false })).toBe("down: no answer");
});

test("a name is inconclusive while the runner's name servers, which were asked, don't answer", async () => {
  const lost = { uplink: true, names: false };
  expect(await judged("relay", lost, { remote_address: null })).toMatch(/^inconclusive: .*DNS self-check/);
  const redirects = ["https://example.com/"];
  expect(await judged("knock", lost, { redirects })).toMatch(/^inconclusive: .*DNS self-check/);
});
