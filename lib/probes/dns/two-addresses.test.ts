import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { HostsFile } from "@/lib/probes/net/hosts-file";
import { NameResolver } from "@/lib/probes/net/resolver";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { type NameServer, startNameServer } from "@/lib/testing/targets/name-server";

/** Checks a name with this resolver for the name of its server, and stops the server. */
async function asked(server: NameServer, resolver: NameResolver) {
  const request = {
    host: "a.test",
    record_type: "A",
    resolver: `ns.test:${server.address.split(":")[1]}`,
    expected_response_code: "NOERROR",
    expected_values: null,
  };
  const monitor = monitorConfig(request, { protocol: "dns", timeout_ms: 5000 });
  const result = await check(monitor, ["127.0.0.0/8", "::1/128"], resolver);
  server.stop();
  return result;
}

it("asks a resolver at its next address when the first is dead", async () => {
  const server = await startNameServer((_, type) => (type === "A" ? ["192.0.2.7"] : []));
  const source = {
    resolve4: async () => ["127.0.0.9", "127.0.0.1"].map((address) => ({ address, ttl: 60 })),
    resolve6: async () => [],
  };
  const resolver = new NameResolver(source, new HostsFile("/nonexistent"));
  expect(await asked(server, resolver)).toMatchObject({ outcome: "up", error: null });
});

it("waits for a late family of the resolver before the other's failure counts", async () => {
  const server = await startNameServer((_, type) => (type === "A" ? ["192.0.2.7"] : []));
  const source = {
    resolve4: async () => {
      await setTimeout(800);
      return [{ address: "127.0.0.1", ttl: 60 }];
    },
    resolve6: async () => [{ address: "::1", ttl: 60 }],
  };
  const resolver = new NameResolver(source, new HostsFile("/nonexistent"));
  expect(await asked(server, resolver)).toMatchObject({ outcome: "up", error: null });
});
