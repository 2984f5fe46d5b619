import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { ProbeError } from "@/lib/probes/net/probe-error";
import { log } from "@/lib/shared/log";
import { forget, forgetAll, once } from "@/lib/shared/once";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { openPingFd } from "./ping-fd";
import { pingWay } from "./ping-way";

/** Returns whether this machine may send pings, determined independently of the tested code. */
async function canPing(address: string): Promise<boolean> {
  const fd = await openPingFd(address.includes(":") ? 6 : 4);
  if (fd !== null) closeSync(fd);
  if (fd !== null) return true;
  return canPingByProgram(address);
}

function canPingByProgram(address: string): boolean {
  return spawnSync("ping", ["-c", "1", "-W", "1", address], { stdio: "ignore" }).status === 0;
}

const icmp = (host: string) => monitorConfig({ host }, { protocol: "icmp" });

it.each(["127.0.0.1", "::1"])(
  "%s answers a ping with its round trip, or the result says what to install",
  async (host) => {
    const result = await check(icmp(host));
    if (!(await canPing(host))) {
      expect(result).toMatchObject({ outcome: "inconclusive", error: { code: "unsupported" } });
      expect(result.error?.message).toContain("apt-get install iputils-ping");
      return;
    }
    expect(result).toMatchObject({ outcome: "up", error: null, remote_address: host });
    expect(result.timings.first_byte).toBeGreaterThan(0);
    expect(result.timings.first_byte).toBeLessThan(1_000_000);
    // The time of the ping, not of the process that sends it.
    const { total, dns, first_byte } = result.timings;
    expect(total).toBe((dns ?? 0) + (first_byte ?? 0));
  },
);

it("reports a silent host as down at the deadline, and one without a route immediately", async () => {
  if (!(await canPing("127.0.0.1"))) return;
  const result = await check(icmp("240.0.0.1"), ["240.0.0.0/4"]);
  expect(result.outcome).toBe("down");
  expect(result.error?.code).toMatch(/^icmp_/);
  expect(result.timings.total ?? 0).toBeLessThan(2_500_000);
});

it("does not ping a closed address", async () => {
  expect(await check(icmp("127.0.0.1"), [])).toMatchObject({
    outcome: "inconclusive",
    error: { code: "blocked_address" },
  });
});

/** Simulates a machine where the optional package is missing or built for another platform. */
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

it("uses ping without koffi, and logs it once", async () => {
  withoutKoffi();
  const said = vi.spyOn(log, "info");
  const first = await check(icmp("127.0.0.1"));
  expect(await check(icmp("127.0.0.1"))).toMatchObject({ outcome: first.outcome });
  expect(first.outcome).toBe(canPingByProgram("127.0.0.1") ? "up" : "inconclusive");
  expect(said.mock.calls.map(([message]) => message)).toEqual([
    "koffi can't be loaded; using the ping program instead of ping sockets",
  ]);
  expect(await pingWay()).toBe(canPingByProgram("127.0.0.1") ? "ping" : "none");
});

it("does not blame the target for a missing ping program", async () => {
  withoutKoffi();
  vi.stubEnv("PATH", "/nonexistent");
  try {
    const result = await check(icmp("127.0.0.1"));
    expect(result).toMatchObject({ outcome: "inconclusive", error: { code: "unsupported" } });
    expect(result.error?.message).toContain("install ping");
    expect(await pingWay()).toBe("none");
  } finally {
    vi.unstubAllEnvs();
  }
});

/** Puts its own `ping` first in the PATH while `work` runs. */
async function withPing(script: string, work: () => Promise<void>): Promise<void> {
  withoutKoffi();
  const folder = mkdtempSync(path.join(tmpdir(), "pings-"));
  writeFileSync(path.join(folder, "ping"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  vi.stubEnv("PATH", `${folder}:/bin:/usr/bin`);
  try {
    await work();
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
}

it("reports the time that ping measured", () =>
  withPing("echo '64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.042 ms'", async () => {
    expect(await pingWay()).toBe("ping");
    expect(await check(icmp("127.0.0.1"))).toMatchObject({ outcome: "up", timings: { first_byte: 42 } });
  }));

it.each([
  ["echo 'ping: socket: Operation not permitted' >&2; exit 2", "inconclusive", "unsupported"],
  ["echo 'ping: sendmsg: Operation not permitted' >&2; exit 1", "inconclusive", "unsupported"],
  ["echo '1 packets transmitted, 0 received, 100% packet loss'; exit 1", "down", "icmp_timeout"],
  ["echo 'From 192.0.2.1 icmp_seq=1 Destination Host Unreachable'; exit 1", "down", "icmp_unreachable"],
  ["echo '64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=99999 ms'", "down", "icmp_timeout"],
  ["kill -9 $$", "inconclusive", "runner_overloaded"],
  ["echo '64 Bytes von 127.0.0.1: Zeit=0,042 ms'", "up", undefined],
  ["echo 'ping: invalid option -- W' >&2; exit 2", "inconclusive", "unsupported"],
])("judges %s as %s, %s", (script, outcome, code) =>
  withPing(script, async () => {
    expect(await check(icmp("127.0.0.1"))).toMatchObject({
      outcome,
      error: code ? { code } : null,
    });
  }),
);

it("runs at most 32 ping processes at once and answers every check", () => {
  const patient = monitorConfig({ host: "127.0.0.1" }, { protocol: "icmp", timeout_ms: 15_000 });
  const running = mkdtempSync(path.join(tmpdir(), "running-"));
  const script = `touch ${running}/$$; ls ${running} | wc -l; sleep 0.05; rm ${running}/$$; echo 'time=1 ms'`;
  return withPing(`{ ${script}; } | tee -a ${running}.log`, async () => {
    const results = await Promise.all(Array.from({ length: 80 }, () => check(patient)));
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(["up"]));
    const seen = readFileSync(`${running}.log`, "utf8").match(/^\d+$/gm)?.map(Number) ?? [];
    expect(seen).toHaveLength(80);
    expect(Math.max(...seen)).toBeLessThanOrEqual(32);
    for (const leftover of [running, `${running}.log`]) rmSync(leftover, { recursive: true });
  });
});

it("sends as many packets as the monitor says, and reports their loss and jitter", async (context) => {
  if (!(await canPing("127.0.0.1"))) return context.skip();
  const config = monitorConfig({ host: "127.0.0.1", packets: 5, loss_max_percent: 0 }, { protocol: "icmp" });
  const { outcome, details } = await check(config);
  expect({ outcome, loss: details?.packet_loss }).toEqual({ outcome: "up", loss: ["0 %"] });
  expect(details?.jitter?.[0]).toMatch(/^\d+\.\d\d ms$/);
});

it.each([
  [null, "up"],
  [60, "up"],
  [59, "down"],
])("with an allowed loss of %s percent, 3 lost packets of 5 are %s", async (loss_max_percent, outcome) => {
  let count = 0;
  const ping = (_: string, within: (onLate: () => void) => void) =>
    new Promise<number>((resolve, reject) => {
      count += 1;
      if (count % 2 === 0) resolve(count);
      else within(() => reject(new ProbeError("icmp_timeout", "late")));
    });
  forget("probes.ping-sockets");
  once("probes.ping-sockets", () => new Map([[4, Promise.resolve({ ping })]]));
  const config = monitorConfig({ host: "127.0.0.1", packets: 5, loss_max_percent }, { protocol: "icmp" });
  const result = await check(config);
  forget("probes.ping-sockets");
  expect(result).toMatchObject({ outcome, details: { packet_loss: ["60 %"], jitter: ["2.00 ms"] } });
  expect(result.error?.code).toBe(outcome === "up" ? undefined : "icmp_loss");
});
