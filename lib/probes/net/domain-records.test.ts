import { afterEach, expect, it } from "vitest";
import { dnsName, dnsRecord, dnsStrings } from "@/lib/testing/targets/dns-bytes";
import { type DnsStory, type NameServer, startNameServer } from "@/lib/testing/targets/name-server";
import { domainAnswers, publicAddresses, recordLookup } from "./domain-records";

const DOMAIN = "status.example.com";
let server: NameServer;
afterEach(() => server.stop());

async function lookupFrom(story: DnsStory) {
  server = await startNameServer(story);
  return recordLookup([server.address]);
}

it("reads alias, addresses, and the proof of a domain, in any number of parts", async () => {
  const lookup = await lookupFrom((name, type) => {
    if (type === "TXT")
      return name === `_vedette.${DOMAIN}` ? [dnsRecord(type, dnsStrings("vedette", "-1"))] : [];
    const alias = dnsRecord("CNAME", dnsName("acme.pages.test"));
    if (type === "CNAME") return [alias];
    if (type === "A") return [alias, dnsRecord("A", Buffer.from([192, 0, 2, 7]), dnsName("acme.pages.test"))];
    return [alias];
  });
  expect(await domainAnswers(DOMAIN, lookup)).toEqual({
    records: [
      { type: "CNAME", name: DOMAIN, value: "acme.pages.test" },
      { type: "A", name: DOMAIN, value: "192.0.2.7" },
      { type: "TXT", name: `_vedette.${DOMAIN}`, value: "vedette-1" },
    ],
    isComplete: true,
  });
});

it("takes a name that doesn't exist for an answer, and a failing name server for none", async () => {
  const lookup = await lookupFrom((_, type) => (type === "TXT" ? "servfail" : "nxdomain"));
  expect(await domainAnswers(DOMAIN, lookup)).toEqual({ records: [], isComplete: false });
  const short = await domainAnswers(
    "x".repeat(63).concat(`.${"y".repeat(63)}`.repeat(3)),
    async (name, type) => (type === "TXT" ? lookup(name, type) : []),
  );
  expect(short).toEqual({ records: [], isComplete: true });
});

it("resolves a host's addresses, without those that mean every machine itself", async () => {
  const lookup = await lookupFrom((name, type) => {
    if (name === "dead.test") return "refused";
    if (type === "AAAA") return ["2001:db8::7"];
    return name === "own.test" ? ["192.0.2.7", "127.0.0.1"] : "nxdomain";
  });
  expect(await publicAddresses(["own.test", "198.51.100.1"], lookup)).toEqual([
    "192.0.2.7",
    "2001:db8::7",
    "198.51.100.1",
  ]);
  expect(await publicAddresses(["own.test", "dead.test"], lookup)).toBeNull();
});
