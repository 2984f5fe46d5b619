import { describe, expect, it } from "vitest";
import { monotonicMs } from "@/lib/shared/clock";
import { HostsFile } from "./hosts-file";
import { policyFrom } from "./policy";
import { ProbeError, withoutFamily } from "./probe-error";
import { reach } from "./reach";
import { type AddressRecord, type DnsSource, NameResolver } from "./resolver";

const FOUR = "192.0.2.7";
const SIX = "2001:db8::7";
const OPEN = ["192.0.2.0/24", "2001:db8::/32"];
const CHECK_MS = 3000;

const later = (delayMs: number, address: string) => () =>
  new Promise<AddressRecord[]>((resolve) => setTimeout(resolve, delayMs, [{ address, ttl: 60 }]));

function resolverOf(source: DnsSource): NameResolver {
  return new NameResolver(source, new HostsFile("/nonexistent"));
}

/** Tries the addresses of a name, which fail as given. Returns what happened, and the addresses tried. */
async function reached(resolver: NameResolver, failures: Record<string, ProbeError>) {
  const tried: string[] = [];
  const options = {
    host: "a.test",
    policy: policyFrom(OPEN),
    resolver,
    deadlineMs: monotonicMs() + CHECK_MS,
  };
  const what = await reach(
    options,
    () => undefined,
    async (address) => {
      tried.push(address);
      const failure = failures[address];
      if (failure) throw failure;
      return "up";
    },
  ).catch(({ code }: ProbeError) => code);
  return { what, tried };
}

const refused = new ProbeError("connect_refused", "refused");

describe("a family that this machine lacks doesn't hide the failure of the other", () => {
  it.each([
    [{ [FOUR]: withoutFamily(FOUR, FOUR), [SIX]: refused }, "connect_refused"],
    [{ [FOUR]: refused, [SIX]: withoutFamily(SIX, SIX) }, "connect_refused"],
    [{ [FOUR]: withoutFamily(FOUR, FOUR) }, "up"],
    [{ [FOUR]: withoutFamily(FOUR, FOUR), [SIX]: withoutFamily(SIX, SIX) }, "unsupported"],
  ])("%o → %s", async (failures, expected) => {
    const resolver = resolverOf({ resolve4: later(0, FOUR), resolve6: later(0, SIX) });
    const { what, tried } = await reached(resolver, failures);
    expect(what).toBe(expected);
    expect(tried).toEqual([FOUR, SIX]);
  });
});

describe("a late family", () => {
  it.each([
    [{ resolve4: later(0, FOUR), resolve6: later(1000, SIX) }, { [FOUR]: refused }, [FOUR, SIX]],
    [{ resolve4: later(1000, FOUR), resolve6: later(0, SIX) }, { [SIX]: refused }, [SIX, FOUR]],
  ])(
    "is waited for before the other's failure counts, and is known from then on",
    async (source, failures, order) => {
      const resolver = resolverOf(source);
      expect(await reached(resolver, failures)).toEqual({ what: "up", tried: order });
      expect(await resolver.addressesOf("a.test")).toEqual([FOUR, SIX]);
    },
  );

  it("is waited for when none of the other's addresses may be connected to", async () => {
    const resolver = resolverOf({ resolve4: later(0, "10.0.0.7"), resolve6: later(800, SIX) });
    expect(await reached(resolver, {})).toEqual({ what: "up", tried: [SIX] });
  });

  it("isn't waited for when the other works", async () => {
    const resolver = resolverOf({ resolve4: later(0, FOUR), resolve6: later(10_000, SIX) });
    const beganMs = monotonicMs();
    expect((await reached(resolver, {})).what).toBe("up");
    expect(monotonicMs() - beganMs).toBeLessThan(1500);
  });

  it("is asked for again by the next check when it failed once", async () => {
    let asked = 0;
    const resolve6 = async () => {
      asked += 1;
      if (asked === 1) throw Object.assign(new Error("no"), { code: "ESERVFAIL" });
      return [{ address: SIX, ttl: 60 }];
    };
    const resolver = resolverOf({ resolve4: later(0, FOUR), resolve6 });
    expect(await resolver.addressesOf("a.test")).toEqual([FOUR]);
    expect(await reached(resolver, { [FOUR]: refused })).toEqual({ what: "up", tried: [FOUR, SIX] });
  });

  it("doesn't cost the whole timeout when it never arrives, and the failure of the other counts", async () => {
    const never = () => new Promise<never>(() => undefined);
    const { what } = await reached(resolverOf({ resolve4: never, resolve6: later(0, SIX) }), {});
    expect(what).toBe("up");
    expect(
      (await reached(resolverOf({ resolve4: later(0, FOUR), resolve6: never }), { [FOUR]: refused })).what,
    ).toBe("connect_refused");
  });
});

it("says what to use instead of an mDNS name", async () => {
  const gone = async () => {
    throw Object.assign(new Error("no"), { code: "ENOTFOUND" });
  };
  const resolver = resolverOf({ resolve4: gone, resolve6: gone });
  await expect(resolver.addressesOf("printer.local")).rejects.toMatchObject({
    code: "dns_not_found",
    message: expect.stringMatching(/mDNS names \(\.local\) aren't resolved, so use the device's IP address/),
  });
});
