import { afterEach, expect, it } from "vitest";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";
import { HostsFile } from "./hosts-file";
import { NameResolver } from "./resolver";

let server: RawServer | undefined;
afterEach(() => server?.stop());

/** Resolves a name to these addresses, in this order. */
function named(addresses: readonly string[]): NameResolver {
  const source = {
    resolve4: async () => addresses.map((address) => ({ address, ttl: 60 })),
    resolve6: async () => [],
  };
  return new NameResolver(source, new HostsFile("/nonexistent"));
}

it("tries the next address immediately after a refusal, however many refuse before one answers", async () => {
  server = await startRawServer(() => undefined, "127.0.0.9");
  const addresses = [2, 2, 3, 4, 5, 6, 7, 8, 9].map((last) => `127.0.0.${last}`);
  const request = { host: "many.test", port: String(server.port), connection: "plain" };
  const result = await check(monitorConfig(request, { protocol: "tcp" }), ["127.0.0.0/8"], named(addresses));
  expect(result).toMatchObject({ outcome: "up", remote_address: "127.0.0.9" });
});
