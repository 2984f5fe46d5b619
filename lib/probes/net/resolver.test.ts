import { afterEach, expect, it } from "vitest";
import { type NameServer, startNameServer } from "@/lib/testing/targets/name-server";
import { HostsFile } from "./hosts-file";
import { type DnsSource, NameResolver } from "./resolver";

let server: NameServer | undefined;
afterEach(() => {
  server?.stop();
  server = undefined;
});

const noHosts = new HostsFile("/nonexistent");

/** A name server that follows the RFCs and counts its queries. */
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

it("caches an answer for its TTL and no longer", async () => {
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

it("resolves an international name by its ASCII form, as browsers do", async () => {
  const source = scripted({ "xn--bcher-kva.example": [{ address: "192.0.2.7", ttl: 60 }] });
  const resolver = new NameResolver(source, noHosts);
  expect(await resolver.addressesOf("Bücher.example")).toEqual(["192.0.2.7"]);
});

it("makes one query for a hundred simultaneous calls", async () => {
  const source = scripted({ "a.test": [{ address: "192.0.2.7", ttl: 60 }] });
  const resolver = new NameResolver(source, noHosts);
  await Promise.all(Array.from({ length: 100 }, () => resolver.addressesOf("a.test")));
  expect(source.asked).toBe(1);
});

it("asks again for a name that didn't exist, because failures are never cached", async () => {
  const source = scripted({});
  const resolver = new NameResolver(source, noHosts);
  await expect(resolver.addressesOf("gone.test")).rejects.toMatchObject({ code: "dns_not_found" });
  expect(source.asked).toBe(1);
  await expect(resolver.addressesOf("gone.test")).rejects.toMatchObject({ code: "dns_not_found" });
  expect(source.asked).toBe(2);
});

it("never fails a call by an earlier query; a hundred such calls share one more query", async () => {
  const source = scripted({});
  const resolver = new NameResolver(source, noHosts);
  const early = resolver.addressesOf("gone.test").catch(({ code }) => code);
  const late = Array.from({ length: 100 }, () => resolver.addressesOf("gone.test").catch(({ code }) => code));
  expect(new Set(await Promise.all([early, ...late]))).toEqual(new Set(["dns_not_found"]));
  expect(source.asked).toBe(2);
});

it("resolves localhost and IP addresses without a name server", async () => {
  const source = scripted({});
  const resolver = new NameResolver(source, noHosts);
  expect(await resolver.addressesOf("status.acme.localhost")).toEqual(["127.0.0.1", "::1"]);
  expect(await resolver.addressesOf("192.0.2.1")).toEqual(["192.0.2.1"]);
  expect(source.asked).toBe(0);
});

it("never resolves a name under invalid, whatever a name server says (RFC 6761)", async () => {
  const source = scripted({ "test-incident.invalid": [{ address: "192.0.2.7", ttl: 60 }] });
  const resolver = new NameResolver(source, noHosts);
  await expect(resolver.addressesOf("Shop.Invalid.")).rejects.toMatchObject({ code: "dns_not_found" });
  expect(source.asked).toBe(0);
});

/** A name server that gives these answers one after another and then repeats the last: a code, or an address. */
function saying(...answers: string[]): DnsSource & { asked: number } {
  const source = {
    asked: 0,
    resolve4: async () => {
      const answer = answers[Math.min(source.asked, answers.length - 1)] ?? "";
      source.asked += 1;
      if (answer.includes(".")) return [{ address: answer, ttl: 60 }];
      throw Object.assign(new Error(answer), { code: answer });
    },
    resolve6: async () => [],
  };
  return source;
}

it.each(["EMFILE", "EAGAIN", "ENOBUFS"])(
  "reports the runner as overloaded when this machine lacks something to ask with (%s)",
  async (code) => {
    const source = saying(code, "192.0.2.7");
    const resolver = new NameResolver(source, noHosts);
    await expect(resolver.addressesOf("a.test")).rejects.toMatchObject({ code: "runner_overloaded" });
    expect(await resolver.addressesOf("a.test")).toEqual(["192.0.2.7"]);
  },
);

it("soon asks again after an IPv6 answer without an IPv4 answer, because this machine may have no IPv6", async () => {
  let clockMs = 0;
  const four = ["ETIMEOUT"];
  const source = {
    resolve4: async () => {
      const code = four.shift();
      if (code) throw Object.assign(new Error(code), { code });
      return [{ address: "192.0.2.7", ttl: 60 }];
    },
    resolve6: async () => [{ address: "2001:db8::7", ttl: 60 }],
  };
  const resolver = new NameResolver(source, noHosts, () => clockMs);
  expect(await resolver.addressesOf("a.test")).toEqual(["2001:db8::7"]);
  clockMs = 1001;
  expect(await resolver.addressesOf("a.test")).toEqual(["192.0.2.7", "2001:db8::7"]);
});

it("does not wait for a name server that never answers for IPv6 (RFC 4074); it uses IPv4 and caches it", async () => {
  server = await startNameServer((_name, type) => (type === "A" ? ["192.0.2.7"] : null));
  expect(await server.resolver(() => 0).addressesOf("a.test")).toEqual(["192.0.2.7"]);
  let clockMs = 0;
  let asked = 0;
  const source = {
    resolve4: async () => {
      asked += 1;
      return [{ address: "192.0.2.7", ttl: 60 }];
    },
    resolve6: () => new Promise<never>(() => undefined),
  };
  const resolver = new NameResolver(source, noHosts, () => clockMs);
  await resolver.addressesOf("a.test");
  clockMs = 59_000;
  await resolver.addressesOf("a.test");
  expect(asked).toBe(1);
});

it("finds an IPv6-only name however late its name server answers", async () => {
  const late = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), 400));
  const source = {
    resolve4: () => Promise.reject(Object.assign(new Error("no"), { code: "ENODATA" })),
    resolve6: () => late([{ address: "2001:db8::7", ttl: 60 }]),
  };
  expect(await new NameResolver(source, noHosts).addressesOf("a.test")).toEqual(["2001:db8::7"]);
});

it("keeps the names of a hosts file that can't be read for lack of a descriptor", () => {
  let code: string | null = null;
  const hosts = new HostsFile("/etc/hosts", () => {
    if (code) throw Object.assign(new Error(code), { code });
    return "192.0.2.9 db";
  });
  expect(hosts.addressesOf("db", 0)).toEqual(["192.0.2.9"]);
  code = "EMFILE";
  expect(hosts.addressesOf("db", 40_000)).toEqual(["192.0.2.9"]);
  code = "ENOENT";
  expect(hosts.addressesOf("db", 41_000)).toEqual([]);
});

it.each([
  ["an alias whose target has no address", [], [], /the name has no address/],
  ["a name without addresses", "ENODATA", "ENODATA", /the name has no address/],
  ["a name that doesn't exist", "ENOTFOUND", "ENOTFOUND", /the name doesn't exist/],
  ["invalid text, as in a redirect", "EBADNAME", "EBADNAME", /not a valid name/],
] as const)("reports %s as such", async (_, four, six, words) => {
  const answered = async (answer: string | readonly []) => {
    if (typeof answer === "string") throw Object.assign(new Error("no"), { code: answer });
    return [];
  };
  const source = { resolve4: () => answered(four), resolve6: () => answered(six) };
  const asked = new NameResolver(source, noHosts).addressesOf("a.test");
  await expect(asked).rejects.toMatchObject({ code: "dns_not_found", message: expect.stringMatching(words) });
});
