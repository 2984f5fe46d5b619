import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { program } from "@/lib/testing/program";
import { inPingNamespace, noPingNamespace } from "@/lib/testing/targets/ping-namespace";
import type { PingScene } from "@/lib/testing/targets/ping-scene";

const missing = noPingNamespace();

// Uses the kernel's own ping socket, regardless of this machine's net.ipv4.ping_group_range.
describe.skipIf(missing !== null)(`pings by the system's socket${missing ? ` (${missing})` : ""}`, () => {
  let scene: PingScene;

  beforeAll(() => {
    const scenery = program("lib/testing/targets/ping-scene.ts");
    const [command, args] = inPingNamespace([process.execPath, scenery]);
    const { stdout, stderr, status } = spawnSync(command, args, { encoding: "utf8", timeout: 150_000 });
    if (status !== 0) throw new Error(`the scene ended with ${status}: ${stderr}`);
    scene = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as PingScene;
  });

  it("sends pings over the socket", () => expect(scene.way).toBe("socket"));

  it.each(["v4", "v6"] as const)("measures the round trip to a host over %s", (family) => {
    expect(scene.findings[family]).toMatchObject({ outcome: "up" });
    expect(scene.findings[family].firstByteUs).toBeGreaterThan(0);
  });

  it.each([
    [
      "noWay",
      "reports an address without a route as unreachable",
      { outcome: "down", code: "icmp_unreachable" },
    ],
    [
      "noWay6",
      "reports an IPv6 address as inconclusive without IPv6",
      { outcome: "inconclusive", code: "unsupported" },
    ],
  ] as const)("%s: %s, without waiting for the deadline", (which, _, seen) => {
    expect(scene.findings[which]).toMatchObject(seen);
    expect(scene.findings[which].tookMs).toBeLessThan(scene.patientMs / 2);
  });

  it("reports a silent host as down at the deadline, neither before nor long after", () => {
    expect(scene.findings.silent).toMatchObject({ outcome: "down", code: "icmp_timeout" });
    expect(scene.findings.silent.tookMs).toBeGreaterThanOrEqual(295);
    expect(scene.findings.silent.tookMs).toBeLessThan(scene.patientMs / 2);
  });

  it("matches the replies of 10,000 addresses pinged at once without losing any to a full buffer", () => {
    expect(scene.many).toMatchObject({ asked: 10_000, up: 10_000, elsewhere: 0, errors: [] });
  });
});
