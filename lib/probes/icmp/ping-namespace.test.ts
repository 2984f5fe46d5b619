import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { inPingNamespace, noPingNamespace } from "@/lib/testing/targets/ping-namespace";
import type { PingScene } from "@/lib/testing/targets/ping-scene";

const missing = noPingNamespace();

// The kernel's own ping socket, whatever this machine's net.ipv4.ping_group_range says.
describe.skipIf(missing !== null)(`pings by the system's socket${missing ? ` (${missing})` : ""}`, () => {
  let scene: PingScene;

  beforeAll(() => {
    const [program, args] = inPingNamespace([
      process.execPath,
      "--import",
      "tsx",
      "lib/testing/targets/ping-scene.ts",
    ]);
    const { stdout, stderr, status } = spawnSync(program, args, { encoding: "utf8", timeout: 55_000 });
    if (status !== 0) throw new Error(`the scene ended with ${status}: ${stderr}`);
    scene = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as PingScene;
  });

  it("the socket is the way that pings go", () => expect(scene.way).toBe("socket"));

  it.each(["v4", "v6"] as const)("a host answers over %s, with the time of the ping", (family) => {
    expect(scene.findings[family]).toMatchObject({ outcome: "up" });
    expect(scene.findings[family].firstByteUs).toBeGreaterThan(0);
    expect(scene.findings[family].firstByteUs).toBeLessThan(500_000);
  });

  it.each([
    ["noWay", "an address without a route is unreachable", { outcome: "down", code: "icmp_unreachable" }],
    [
      "noWay6",
      "without IPv6 here, one of IPv6 is not judged",
      { outcome: "inconclusive", code: "unsupported" },
    ],
  ] as const)("%s: %s, at once", (which, _, seen) => {
    expect(scene.findings[which]).toMatchObject(seen);
    expect(scene.findings[which].tookMs).toBeLessThan(300);
  });

  it("a host that stays silent is down at the deadline, not before and not long after", () => {
    expect(scene.findings.silent).toMatchObject({ outcome: "down", code: "icmp_timeout" });
    expect(scene.findings.silent.tookMs).toBeGreaterThanOrEqual(295);
    expect(scene.findings.silent.tookMs).toBeLessThan(1500);
  });

  it("10,000 addresses pinged at once are each answered by themselves; none is lost to a full buffer", () => {
    expect(scene.many).toMatchObject({ asked: 10_000, up: 10_000, elsewhere: 0, errors: [] });
  });
});
