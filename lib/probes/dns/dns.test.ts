import { afterEach, describe, expect, it } from "vitest";
import { CheckResult } from "@/lib/contract/checks/check";
import { DnsRequest } from "@/lib/contract/protocols/dns";
import { brokenPhase, phasesOf } from "@/lib/presenters/checks/result-phases";
import { NameResolver } from "@/lib/probes/net/resolver";
import { check, LOOPBACK, monitorConfig } from "@/lib/testing/targets/check";
import { dnsName, dnsNumbers, dnsRecord, dnsStrings } from "@/lib/testing/targets/dns-bytes";
import {
  type DnsStory,
  type NameServer,
  type ScriptedAnswer,
  startNameServer,
} from "@/lib/testing/targets/name-server";

const started: NameServer[] = [];
afterEach(() => {
  for (const server of started.splice(0)) server.stop();
});

async function serve(story: ScriptedAnswer | DnsStory): Promise<NameServer> {
  const server = await startNameServer(typeof story === "function" ? story : () => story);
  started.push(server);
  return server;
}

/** Checks through a scripted resolver; every result must be one that the server accepts. */
async function checked(
  story: ScriptedAnswer | DnsStory,
  request: Partial<DnsRequest> = {},
  success_assertions: Record<string, unknown>[] = [],
): Promise<CheckResult> {
  const { address } = await serve(story);
  const whole = DnsRequest.parse({ host: "shop.example.com", resolver: address, ...request });
  return CheckResult.parse(await check(monitorConfig(whole, { protocol: "dns", success_assertions })));
}

describe("a record that exists", () => {
  it("is up, and shows the records, the response code, the resolver, and the time", async () => {
    const result = await checked(["192.0.2.8", "192.0.2.7"]);
    expect(result).toMatchObject({
      outcome: "up",
      error: null,
      remote_address: "127.0.0.1",
      details: { response_code: ["NOERROR"], records: ["192.0.2.7", "192.0.2.8"] },
    });
    expect(result.timings.dns).toBeGreaterThan(0);
  });

  it("follows aliases", async () => {
    const chain = [
      dnsRecord("CNAME", dnsName("cdn.example")),
      dnsRecord("CNAME", dnsName("edge.example"), dnsName("cdn.example")),
      dnsRecord("A", Buffer.from([192, 0, 2, 7]), dnsName("edge.example")),
    ];
    expect(await checked(chain, { expected_values: ["192.0.2.7"] })).toMatchObject({ outcome: "up" });
    const alias = { record_type: "CNAME" as const, expected_values: ["CDN.example."] };
    expect(await checked(chain, alias)).toMatchObject({
      outcome: "up",
      details: { records: ["cdn.example"] },
    });
  });

  it("is fetched over TCP when the response over UDP is truncated", async () => {
    const many = Array.from({ length: 100 }, (_, at) => `192.0.2.${at + 1}`);
    const result = await checked((_name, _type, transport) => (transport === "udp" ? "truncated" : many), {
      expected_values: ["192.0.2.99"],
    });
    expect(result.outcome).toBe("up");
    expect(result.details?.records).toHaveLength(20);
  });

  it("is asked for under arpa when it belongs to an address", async () => {
    const asked: string[] = [];
    const story: DnsStory = (name) => {
      asked.push(name);
      return [dnsRecord("PTR", dnsName("mail.example.com"))];
    };
    for (const host of ["192.0.2.1", "2001:db8::c0:1"])
      expect((await checked(story, { host, record_type: "PTR" })).outcome).toBe("up");
    expect(asked).toEqual([
      "1.2.0.192.in-addr.arpa",
      "1.0.0.0.0.c.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa",
    ]);
  });

  it("is asked again until the timeout while queries get lost", async () => {
    let asked = 0;
    const result = await checked(() => {
      asked += 1;
      return asked < 2 ? null : ["192.0.2.7"];
    });
    expect({ outcome: result.outcome, asked }).toEqual({ outcome: "up", asked: 2 });
  });
});

describe("expected values", () => {
  it("name the missing and the found records in a stable order", async () => {
    const result = await checked(["192.0.2.8", "192.0.2.7"], {
      expected_values: ["192.0.2.7", "192.0.2.10"],
    });
    expect(result).toMatchObject({
      outcome: "down",
      error: {
        code: "assertion_failed",
        message: "shop.example.com: an expected A record is missing (192.0.2.10; got 192.0.2.7, 192.0.2.8)",
      },
      details: { records: ["192.0.2.7", "192.0.2.8"] },
    });
  });

  it("keep an error short, whatever was found", async () => {
    const records = Array.from({ length: 40 }, (_, at) =>
      dnsRecord("TXT", dnsStrings("x".repeat(200), String(at))),
    );
    const expected_values = ["y".repeat(1000), "z".repeat(1000)];
    const { error } = await checked(records, { record_type: "TXT", expected_values });
    expect(error?.message).toMatch(
      /^shop\.example\.com: 2 expected TXT records are missing \(y+…; got x+…\)$/,
    );
  });
});

describe("a response without the expected code", () => {
  it.each<[string, ScriptedAnswer, Partial<DnsRequest>, string, string]>([
    ["no such name", "nxdomain", {}, "dns_not_found", "shop.example.com: no A record (NXDOMAIN)"],
    ["no such record", [], { record_type: "MX" }, "dns_not_found", "shop.example.com: no MX record"],
    [
      "a name that must not exist",
      ["192.0.2.7"],
      { expected_response_code: "NXDOMAIN" },
      "assertion_failed",
      "shop.example.com: expected NXDOMAIN, but the response code is NOERROR (got 192.0.2.7)",
    ],
    ["a failure of the resolver", "servfail", {}, "dns_failed", "the resolver responded with SERVFAIL"],
    [
      "a refusal",
      "refused",
      { expected_response_code: "NXDOMAIN" },
      "dns_failed",
      "the resolver responded with REFUSED",
    ],
    ["a response that TCP doesn't complete", "truncated", {}, "dns_failed", "couldn't be fetched over TCP"],
  ])("is down: %s", async (_, story, request, code, message) => {
    const { outcome, error } = await checked(story, request);
    expect({ outcome, code: error?.code }).toEqual({ outcome: "down", code });
    expect(error?.message).toContain(message);
  });

  it.each(["nxdomain", "servfail", "refused"] as const)("is up when %s is expected", async (story) => {
    const expected_response_code = story.toUpperCase() as "NXDOMAIN";
    expect(await checked(story, { expected_response_code })).toMatchObject({
      outcome: "up",
      details: { response_code: [expected_response_code], records: [] },
    });
  });
});

describe("a resolver that doesn't respond", () => {
  it("is down after the timeout when it's silent", async () => {
    const result = await checked(null);
    expect(result).toMatchObject({
      outcome: "down",
      remote_address: "127.0.0.1",
      error: { code: "dns_timeout" },
    });
    expect(result.error?.message).toMatch(/^127\.0\.0\.1:\d+: the resolver didn't respond$/);
    expect(brokenPhase(result, phasesOf(result))?.phase).toBe("dns");
    expect(result.timings.total).toBeLessThan(2_000_000);
  });

  it("is down at once when its port is closed", async () => {
    const { address } = await serve([]);
    started.pop()?.stop();
    const request = DnsRequest.parse({ host: "shop.example.com", resolver: address });
    const { outcome, error } = await check(monitorConfig(request, { protocol: "dns", timeout_ms: 5000 }));
    expect({ outcome, error }).toEqual({
      outcome: "down",
      error: { code: "connect_refused", message: `${address}: the resolver refused the connection` },
    });
  });

  it("isn't asked at an address that the policy forbids", async () => {
    const server = await serve(["192.0.2.7"]);
    for (const resolver of [server.address, server.address.replace("127.0.0.1", "localhost")]) {
      const request = DnsRequest.parse({ host: "shop.example.com", resolver });
      const { outcome, error } = await check(monitorConfig(request, { protocol: "dns" }), []);
      expect({ outcome, code: error?.code }).toEqual({ outcome: "inconclusive", code: "blocked_address" });
    }
    expect(server.asked).toEqual([]);
  });

  it("is down with the reason when its own name doesn't exist", async () => {
    const request = DnsRequest.parse({ host: "shop.example.com", resolver: "dns.invalid" });
    const { outcome, error, remote_address } = await check(monitorConfig(request, { protocol: "dns" }));
    expect({ outcome, error, remote_address }).toEqual({
      outcome: "down",
      error: { code: "dns_not_found", message: "dns.invalid: the name doesn't exist" },
      remote_address: null,
    });
  });
});

describe("the system's name servers", () => {
  const request = DnsRequest.parse({ host: "shop.example.com", record_type: "AAAA" });
  const config = monitorConfig(request, { protocol: "dns" });
  const ask = async (story: ScriptedAnswer) => {
    const server = await serve(story);
    return {
      result: await check(
        config,
        LOOPBACK,
        server.resolver(() => 0),
      ),
      asked: server.asked,
    };
  };

  it("are asked without a resolver, and for the wanted type only", async () => {
    const { result, asked } = await ask(["2001:db8::7"]);
    expect(result).toMatchObject({
      outcome: "up",
      remote_address: null,
      details: { records: ["2001:db8::7"] },
    });
    expect(asked).toEqual(["shop.example.com AAAA"]);
  });

  it.each<[ScriptedAnswer, string, string]>([
    [null, "dns_timeout", "shop.example.com: the name servers didn't respond"],
    ["servfail", "dns_failed", "shop.example.com: the name servers responded with SERVFAIL"],
    ["nxdomain", "dns_not_found", "shop.example.com: no AAAA record (NXDOMAIN)"],
  ])("leave the reason to the runner's self-check (%j)", async (story, code, message) => {
    const { result } = await ask(story);
    expect(result).toMatchObject({ outcome: "down", remote_address: null, error: { code, message } });
  });

  it("are unknown on a machine without any", async () => {
    const none = () => Promise.reject(new Error("unused"));
    const resolver = new NameResolver({ servers: () => [], resolve4: none, resolve6: none });
    expect((await check(config, LOOPBACK, resolver)).error?.code).toBe("dns_timeout");
  });
});

describe("assertions", () => {
  const records = [dnsRecord("TXT", dnsStrings("v=spf1 -all")), dnsRecord("TXT", dnsStrings("site=ABC"))];
  const value = (operator: string, text: string) => ({ type: "record_value", operator, value: text });
  const judge = async (assertion: Record<string, unknown>) =>
    await checked(records, { record_type: "TXT" }, [assertion]);

  it.each([
    [value("equals", "SITE=abc"), true],
    [value("contains", "-ALL"), true],
    [value("not_contains", "+all"), true],
    [value("equals", "v=spf1"), false],
    [value("not_equals", "site=abc"), false],
    [value("not_contains", "spf"), false],
    [{ type: "response_time", operator: "less_than", value: "5000" }, true],
  ])("%j passes: %s", async (assertion, passed) => {
    const result = await judge(assertion);
    expect([result.outcome, result.assertions[0]?.passed]).toEqual([passed ? "up" : "down", passed]);
  });

  it("state the expected and the received value", async () => {
    const { error, assertions } = await judge(value("contains", "dkim"));
    expect(error).toEqual({
      code: "assertion_failed",
      message: 'expected record value contains "dkim"; got "site=ABC, v=spf1 -all"',
    });
    expect(assertions).toMatchObject([{ expected: "dkim", actual: "site=ABC, v=spf1 -all" }]);
    const slow: DnsStory = () => new Promise((resolve) => setTimeout(() => resolve(["192.0.2.7"]), 60));
    const late = await checked(slow, {}, [{ type: "response_time", operator: "less_than", value: "50" }]);
    expect(late.error?.message).toMatch(/^expected response time less than "50 ms"; got "\d+\.\d ms"$/);
  });
});

describe("a hostile resolver", () => {
  it.each<[string, Buffer]>([
    [
      "names that point at each other",
      dnsRecord("MX", Buffer.concat([dnsNumbers(10), Buffer.from([0xc0, 48])])),
    ],
    ["data that ends early", dnsRecord("MX", Buffer.from([0]))],
    ["a record that claims more than there is", dnsRecord("MX", dnsNumbers(10)).subarray(0, -1)],
  ])("can't do more than fail the check: %s", async (_, record) => {
    const { outcome, error } = await checked([record], { record_type: "MX" });
    expect(outcome).toBe("down");
    expect(["dns_timeout", "dns_not_found"]).toContain(error?.code);
  });

  it("can't put control characters into a result, or make it too large", async () => {
    const records = Array.from({ length: 300 }, (_, at) =>
      dnsRecord("TXT", dnsStrings(`\u0000\u001b[31m\u202e${at}`, "x".repeat(180))),
    );
    const story: DnsStory = (_name, _type, transport) => (transport === "udp" ? "truncated" : records);
    const result = await checked(story, { record_type: "TXT", expected_values: ["a"] });
    expect(result.outcome).toBe("down");
    expect(result.details?.records).toHaveLength(20);
    expect(JSON.stringify([result.error, result.details])).not.toMatch(/\\u0000|\\u001b|\u202e/);
  });
});
