import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { monotonicMs } from "@/lib/shared/clock";
import { type DnsStory, type NameServer, startNameServer } from "@/lib/testing/targets/name-server";
import { dial } from "./dial";
import { HostsFile } from "./hosts-file";
import { policyFrom } from "./policy";
import { dnsSource, NameResolver } from "./resolver";

// Real sockets and real time: mostly waiting, so the tests run concurrently.
const CHECK_MS = 10_000;
const HERE = ["192.0.2.7"];
const servers: NameServer[] = [];
afterAll(() => {
  for (const server of servers) server.stop();
});

async function resolverOf(...stories: DnsStory[]): Promise<NameResolver> {
  const started = await Promise.all(stories.map((story) => startNameServer(story)));
  servers.push(...started);
  const source = dnsSource(() => started.map(({ address }) => address));
  return new NameResolver(source, new HostsFile("/nonexistent"));
}

/** A name like `slow-1500.test` is answered after that many milliseconds, any other immediately; none has IPv6. */
const byName: DnsStory = async (name, type) => {
  const delayMs = Number(/^slow-(\d+)\./.exec(name)?.[1] ?? 0);
  if (delayMs > 0) await pause(delayMs);
  return type === "A" ? HERE : [];
};

const silent: DnsStory = () => null;

/** Returns the addresses or the error's code and text, and how long that took. */
async function found(resolver: NameResolver, name: string, timeoutMs = CHECK_MS) {
  const beganMs = monotonicMs();
  const what = await resolver.addressesOf(name, beganMs + timeoutMs).then(
    (addresses) => addresses.join(),
    ({ code, message }) => `${code} ${message}`,
  );
  return { what, tookMs: monotonicMs() - beganMs };
}

it.concurrent("finds a name within the check's timeout however slow it is and however fast others were", async () => {
  const delays = [0, 300, 600, 1500, 2500, 4000, 6500];
  const cases = [0, 1, 3, 10, 50].map(async (fast) => {
    const resolver = await resolverOf(byName);
    for (let each = 0; each < fast; each += 1) await resolver.addressesOf(`fast-${each}.test`);
    return Promise.all(
      delays.map(async (delayMs) => (await found(resolver, `slow-${delayMs}.case-${fast}.test`)).what),
    );
  });
  for (const whats of await Promise.all(cases)) expect(whats).toEqual(delays.map(() => HERE[0]));
});

it.concurrent("uses the check's entire timeout and reports silent name servers", async () => {
  const resolver = await resolverOf(silent);
  const { what, tookMs } = await found(resolver, "a.test", 1200);
  expect(what).toBe("dns_timeout a.test: the name servers didn't answer");
  expect(tookMs).toBeGreaterThan(1150);
  const policy = policyFrom([]);
  const dialed = dial({ host: "b.test", port: 80, policy, resolver, deadlineMs: monotonicMs() + 300 });
  await expect(dialed).rejects.toMatchObject({ code: "dns_timeout" });
});

it.concurrent("finds a name whose first queries are lost", async () => {
  const [asked, lost] = [new Map<string, number>(), 3];
  const resolver = await resolverOf((name, type) => {
    const times = (asked.get(name + type) ?? 0) + 1;
    asked.set(name + type, times);
    return times <= lost ? null : type === "A" ? HERE : [];
  });
  expect((await found(resolver, "a.test")).what).toBe(HERE[0]);
});

it.concurrent("finds every name immediately with one of two name servers dead, after the first lookup", async () => {
  for (const stories of [
    [silent, byName],
    [byName, silent],
  ]) {
    const resolver = await resolverOf(...stories);
    expect((await found(resolver, "first.test")).what).toBe(HERE[0]);
    const tooks = [];
    for (let each = 0; each < 5; each += 1) tooks.push((await found(resolver, `other-${each}.test`)).tookMs);
    expect(Math.min(...tooks)).toBeLessThan(400);
    expect((await found(resolver, "slow-1500.test")).what).toBe(HERE[0]);
  }
});

it.concurrent("continues with the second name server when the first refuses or fails", async () => {
  const gone = await startNameServer(silent);
  gone.stop();
  const well = await startNameServer(byName);
  servers.push(well);
  const source = dnsSource(() => [gone.address, well.address]);
  const resolver = new NameResolver(source, new HostsFile("/nonexistent"));
  expect((await found(resolver, "a.test")).what).toBe(HERE[0]);
  for (const failure of ["servfail", "refused", "formerr"] as const) {
    const other = await resolverOf(() => failure, byName);
    expect((await found(other, "slow-1500.test")).what).toBe(HERE[0]);
  }
});

it.concurrent("waits for a slow first name server before it believes the second one's negative answer", async () => {
  const inside: DnsStory = async (_name, type) => {
    await pause(1500);
    return type === "A" ? HERE : [];
  };
  const outside: DnsStory = () => "nxdomain";
  expect((await found(await resolverOf(inside, outside), "intranet.test")).what).toBe(HERE[0]);
  const { what, tookMs } = await found(await resolverOf(silent, outside), "gone.test");
  expect(what).toBe("dns_not_found gone.test: the name doesn't exist");
  expect(tookMs).toBeLessThan(9000);
});

it.concurrent("reports what one name server answered even if another one can't be reached", async () => {
  const gone = await startNameServer(silent);
  gone.stop();
  for (const [story, said] of [
    [() => "servfail", "SERVFAIL"],
    [() => "refused", "REFUSED"],
  ] as [DnsStory, string][]) {
    const answering = await startNameServer(story);
    servers.push(answering);
    for (const list of [
      [gone.address, answering.address],
      [answering.address, gone.address],
    ]) {
      const resolver = new NameResolver(
        dnsSource(() => list),
        new HostsFile("/nonexistent"),
      );
      const { what } = await found(resolver, "a.test", 3000);
      expect(what).toBe(`dns_failed a.test: the name servers answered ${said}`);
    }
  }
});

it.concurrent("reports immediately what the name servers answered, because a failure isn't silence", async () => {
  for (const [said, expected] of [
    ["servfail", "dns_failed a.test: the name servers answered SERVFAIL"],
    ["refused", "dns_failed a.test: the name servers answered REFUSED"],
    ["nxdomain", "dns_not_found a.test: the name doesn't exist"],
    [[], "dns_not_found a.test: the name has no address"],
  ] as const) {
    const { what, tookMs } = await found(await resolverOf(() => said), "a.test");
    expect(what).toBe(expected);
    expect(tookMs).toBeLessThan(5000);
  }
  const mixed = await found(await resolverOf(silent, () => "servfail"), "b.test", 1500);
  expect(mixed.what).toContain("dns_failed b.test: the name servers answered SERVFAIL");
});

it.concurrent("asks once more after a transient failure", async () => {
  let times = 0;
  const resolver = await resolverOf((_name, type) => {
    times += 1;
    return times <= 2 ? "servfail" : type === "A" ? HERE : [];
  });
  expect((await found(resolver, "a.test")).what).toBe(HERE[0]);
});

it.concurrent("fetches a truncated answer over TCP, slow or not", async () => {
  const many = Array.from({ length: 100 }, (_, at) => `192.0.2.${at + 1}`);
  const story: DnsStory = async (name, type, transport) => {
    if (transport === "udp") return "truncated";
    if (name.startsWith("slow")) await pause(1500);
    return type === "A" ? many : [];
  };
  const resolver = await resolverOf(story);
  expect((await found(resolver, "a.test")).what).toBe(many.join());
  expect((await found(resolver, "slow.test")).what).toBe(many.join());
});

it.concurrent("asks again for every check of a name that failed", async () => {
  const asked: string[] = [];
  const resolver = await resolverOf((name, type) => {
    asked.push(`${name} ${type}`);
    return "nxdomain";
  });
  for (let check = 1; check <= 3; check += 1) {
    await found(resolver, "gone.test");
    expect(asked.filter((each) => each === "gone.test A")).toHaveLength(check);
  }
});
