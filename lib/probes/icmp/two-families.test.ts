import { expect, it } from "vitest";
import { HostsFile } from "@/lib/probes/net/hosts-file";
import { NameResolver } from "@/lib/probes/net/resolver";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { pingWay } from "./ping-way";

it("reaches a host by its IPv6 address when its IPv4 address is dead", async (context) => {
  if ((await pingWay()) === "none") return context.skip();
  const source = {
    resolve4: async () => [{ address: "240.0.0.1", ttl: 60 }],
    resolve6: async () => [{ address: "::1", ttl: 60 }],
  };
  const resolver = new NameResolver(source, new HostsFile("/nonexistent"));
  const config = monitorConfig({ host: "both.test" }, { protocol: "icmp", timeout_ms: 4000 });
  const result = await check(config, ["240.0.0.0/4", "::1/128"], resolver);
  expect(result).toMatchObject({ outcome: "up", remote_address: "::1", error: null });
});
