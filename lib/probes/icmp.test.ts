import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { log } from "@/lib/shared/log";
import { forgetAll } from "@/lib/shared/once";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { openPingFd } from "./ping-fd";
import { pingProgram } from "./ping-programs";
import { pingWay } from "./ping-way";

/** Whether this machine may send a ping at all, asked of the system and of the programs themselves. */
async function canPing(address: string): Promise<boolean> {
  const fd = await openPingFd(address.includes(":") ? 6 : 4);
  if (fd !== null) closeSync(fd);
  if (fd !== null) return true;
  return canPingByProgram(address);
}

function canPingByProgram(address: string): boolean {
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
    if (!(await canPing(host))) {
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
  if (!(await canPing("127.0.0.1"))) return;
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

/** A machine on which the optional package was not installed, or was built for another one. */
function withoutKoffi(): void {
  forgetAll();
  vi.doMock("koffi", () => {
    throw new Error("no such package");
  });
}

afterEach(() => {
  vi.doUnmock("koffi");
  forgetAll();
});

it("without koffi pings go by fping or ping, which is said once", async () => {
  withoutKoffi();
  const said = vi.spyOn(log, "info");
  const first = await check(icmp("127.0.0.1"));
  expect(await check(icmp("127.0.0.1"))).toMatchObject({ outcome: first.outcome });
  expect(first.outcome).toBe(canPingByProgram("127.0.0.1") ? "up" : "inconclusive");
  expect(said.mock.calls.map(([message]) => message)).toEqual([
    "no ping socket: koffi can't be used here; fping or ping are used instead",
  ]);
  expect(await pingWay()).toBe((await pingProgram()) ?? "none");
});

it("a program that is missing is never the target's fault", async () => {
  withoutKoffi();
  vi.stubEnv("PATH", "/nonexistent");
  try {
    const result = await check(icmp("127.0.0.1"));
    expect(result).toMatchObject({ outcome: "inconclusive", error: { code: "unsupported" } });
    expect(result.error?.message).toContain("install fping");
    expect(await pingWay()).toBe("none");
  } finally {
    vi.unstubAllEnvs();
  }
});

it("a program that may not send leaves it to the next one", async () => {
  withoutKoffi();
  const folder = mkdtempSync(path.join(tmpdir(), "pings-"));
  const program = (name: string, script: string) =>
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  program("fping", 'echo "fping: can\'t create socket (must run as root?)" >&2; exit 4');
  program("ping", "echo '64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.042 ms'");
  vi.stubEnv("PATH", folder);
  try {
    expect(await pingWay()).toBe("ping");
    expect(await check(icmp("127.0.0.1"))).toMatchObject({ outcome: "up", timings: { first_byte: 42 } });
    program("ping", "echo 'ping: socktype: SOCK_RAW' >&2; echo 'ping: socket: Operation not permitted' >&2");
    expect(await pingWay()).toBe("none");
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
});

it("an answer that came from another target's address counts for nothing: that target is pinged again alone", async () => {
  withoutKoffi();
  const folder = mkdtempSync(path.join(tmpdir(), "pings-"));
  const script = `while [ "$1" != -- ]; do shift; done; shift
if [ $# = 1 ]; then echo "$1 is alive (0.500 ms)"; exit; fi
for address; do
  [ "$address" != 127.0.0.2 ] || printf ' [<- 127.0.0.1]' >&2
  echo "$address is alive (0.100 ms)"
done`;
  writeFileSync(path.join(folder, "fping"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  vi.stubEnv("PATH", folder);
  try {
    // The first goes at once, so that the others go together.
    await check(icmp("127.0.0.1"));
    const results = await Promise.all(
      ["127.0.0.1", "127.0.0.2", "127.0.0.3"].map((host) => check(icmp(host))),
    );
    expect(results.map(({ outcome, timings }) => [outcome, timings.first_byte])).toEqual([
      ["up", 100],
      ["up", 500],
      ["up", 100],
    ]);
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
});
