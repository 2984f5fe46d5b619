import { afterEach, expect, it } from "vitest";
import { type NameServer, startNameServer } from "@/lib/testing/targets/name-server";
import { askEachServer } from "./name-lookups";

const started: NameServer[] = [];
afterEach(() => {
  for (const server of started.splice(0)) server.stop();
});

/** Returns the result for a name with name servers that answer as listed, in order. */
async function said(...answers: Parameters<typeof startNameServer>[0][]): Promise<string | null> {
  const servers = await Promise.all(answers.map((answer) => startNameServer(answer)));
  started.push(...servers);
  return askEachServer(servers.map(({ address }) => address))("shop.example");
}

const address = () => ["192.0.2.1"];
const silent = () => null;

it("uses the first name server that knows the name, whatever the others say", async () => {
  expect(await said(address)).toBeNull();
  expect(await said(() => "servfail", address)).toBeNull();
  expect(await said(() => "nxdomain", address)).toBe("ENOTFOUND");
  expect(
    await said(
      () => "refused",
      () => "nxdomain",
    ),
  ).toBe("ENOTFOUND");
  expect(await said((_, type) => (type === "AAAA" ? ["2001:db8::1"] : []))).toBeNull();
});

it("prefers an answer over silence when no server knows the name", async () => {
  expect(await said(silent, () => "servfail")).toBe("ESERVFAIL");
});

it("asks silent servers concurrently: three take no longer than one", async () => {
  const timed = async (...stories: Parameters<typeof said>) => {
    const sinceMs = performance.now();
    expect(await said(...stories)).toBe("ETIMEOUT");
    return performance.now() - sinceMs;
  };
  const alone = await timed(silent);
  expect(await timed(silent, silent, silent)).toBeLessThan(2 * alone);
});

it("returns no answer without any name server", async () => {
  expect(await said()).toBe("ECONNREFUSED");
});
