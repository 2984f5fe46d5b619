import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { check, monitorConfig } from "@/lib/testing/targets/check";

/** Whether this machine may send a ping at all, asked of the programs themselves. */
function canPing(address: string): boolean {
  return ["fping", "ping"].some((program) => {
    const args = program === "fping" ? ["-c", "1", "-q", address] : ["-c", "1", "-W", "1", address];
    return spawnSync(program, args, { stdio: "ignore" }).status === 0;
  });
}

const icmp = (host: string) => monitorConfig({ host }, { protocol: "icmp" });

it.each(["127.0.0.1", "::1"])(
  "%s answers a ping with its time, or the result says what to install",
  async (host) => {
    const result = await check(icmp(host));
    if (!canPing(host)) {
      expect(result).toMatchObject({ outcome: "inconclusive", error: { code: "unsupported" } });
      expect(result.error?.message).toContain("apt-get install fping");
      return;
    }
    expect(result).toMatchObject({ outcome: "up", error: null, remote_address: host });
    expect(result.timings.first_byte).toBeGreaterThan(0);
    expect(result.timings.first_byte).toBeLessThan(1_000_000);
    // The time of the ping, not of the program that sends it.
    const { total, dns, first_byte } = result.timings;
    expect(total).toBe((dns ?? 0) + (first_byte ?? 0));
  },
);

it("a host that does not answer is down when the time is over, and one without a route at once", async () => {
  if (!canPing("127.0.0.1")) return;
  const result = await check(icmp("240.0.0.1"), ["240.0.0.0/4"]);
  expect(result.outcome).toBe("down");
  expect(result.error?.code).toMatch(/^icmp_/);
  expect(result.timings.total ?? 0).toBeLessThan(2_500_000);
});

it("an address that is closed gets no ping", async () => {
  expect(await check(icmp("127.0.0.1"), [])).toMatchObject({
    outcome: "inconclusive",
    error: { code: "blocked_address" },
  });
});

it("a program that is missing is never the target's fault", async () => {
  const searched = process.env.PATH;
  process.env.PATH = "/nonexistent";
  try {
    const result = await check(icmp("127.0.0.1"));
    expect(result).toMatchObject({ outcome: "inconclusive", error: { code: "unsupported" } });
    expect(result.error?.message).toContain("install fping");
  } finally {
    process.env.PATH = searched;
  }
});
