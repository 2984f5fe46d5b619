import { expect, it } from "vitest";
import { HostsFile } from "./hosts-file";
import { type DnsSource, NameResolver } from "./resolver";

const noHosts = new HostsFile("/nonexistent");

/** A name server that answers by the book and counts what it is asked. */
function scripted(
  answers: Record<string, { address: string; ttl: number }[]>,
): DnsSource & { asked: number } {
  const source = {
    asked: 0,
    resolve4: async (name: string) => {
      source.asked += 1;
      const found = answers[name];
      if (!found) throw Object.assign(new Error("no"), { code: "ENOTFOUND" });
      return found;
    },
    resolve6: async () => {
      throw Object.assign(new Error("no"), { code: "ENODATA" });
    },
  };
  return source;
}

it("an answer is kept for its time to live and no longer", async () => {
  let clockMs = 0;
  const source = scripted({ "a.test": [{ address: "192.0.2.7", ttl: 60 }] });
  const resolver = new NameResolver(source, noHosts, () => clockMs);
  for (const at of [0, 30_000, 59_000]) {
    clockMs = at;
    expect(await resolver.addressesOf("A.test.")).toEqual(["192.0.2.7"]);
  }
  expect(source.asked).toBe(1);
  clockMs = 61_000;
  await resolver.addressesOf("a.test");
  expect(source.asked).toBe(2);
});

it("a hundred askers at once make one query", async () => {
  const source = scripted({ "a.test": [{ address: "192.0.2.7", ttl: 60 }] });
  const resolver = new NameResolver(source, noHosts);
  await Promise.all(Array.from({ length: 100 }, () => resolver.addressesOf("a.test")));
  expect(source.asked).toBe(1);
});

it("a name that is not there is told with its code, and asked again after five seconds", async () => {
  let clockMs = 0;
  const source = scripted({});
  const resolver = new NameResolver(source, noHosts, () => clockMs);
  await expect(resolver.addressesOf("gone.test")).rejects.toMatchObject({ code: "dns_not_found" });
  await expect(resolver.addressesOf("gone.test")).rejects.toMatchObject({ code: "dns_not_found" });
  expect(source.asked).toBe(1);
  clockMs = 5001;
  await expect(resolver.addressesOf("gone.test")).rejects.toMatchObject({ code: "dns_not_found" });
  expect(source.asked).toBe(2);
});

it("localhost and addresses need no name server", async () => {
  const source = scripted({});
  const resolver = new NameResolver(source, noHosts);
  expect(await resolver.addressesOf("status.acme.localhost")).toEqual(["127.0.0.1", "::1"]);
  expect(await resolver.addressesOf("192.0.2.1")).toEqual(["192.0.2.1"]);
  expect(source.asked).toBe(0);
});

it("a name below invalid never exists, whatever a name server would say (RFC 6761)", async () => {
  const source = scripted({ "drill.invalid": [{ address: "192.0.2.7", ttl: 60 }] });
  const resolver = new NameResolver(source, noHosts);
  await expect(resolver.addressesOf("Drill.Invalid.")).rejects.toMatchObject({ code: "dns_not_found" });
  expect(source.asked).toBe(0);
});
