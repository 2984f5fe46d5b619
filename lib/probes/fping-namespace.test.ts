import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { commandOf, type FpingScene, HANGS_FOR, processesFor } from "@/lib/testing/targets/fping-scene";
import { inPingNamespace, noPingNamespace } from "@/lib/testing/targets/ping-namespace";

const fping = spawnSync("sh", ["-c", "command -v fping"], { encoding: "utf8" }).stdout.trim();
const missing = noPingNamespace() ?? (fping === "" ? "no fping here (apt-get install fping)" : null);

const folder = mkdtempSync(path.join(tmpdir(), "fping-"));
const starts = path.join(folder, "starts");
afterAll(() => rmSync(folder, { recursive: true }));

/** The scene's command with an fping that is the real one, and leaves a line in a file for each start. */
function command(...mode: string[]): [string, string[]] {
  writeFileSync(starts, "");
  writeFileSync(path.join(folder, "fping"), `#!/bin/sh\necho >>${starts}\nexec ${fping} "$@"\n`, {
    mode: 0o755,
  });
  const scene = [process.execPath, "--import", "tsx", "lib/testing/targets/fping-scene.ts", starts, ...mode];
  return inPingNamespace(["sh", "-c", 'PATH="$0:$PATH" exec "$@"', folder, ...scene], "closed");
}

// Real fpings, whatever this machine's net.ipv4.ping_group_range says.
describe.skipIf(missing !== null)(`pings by fping${missing ? ` (${missing})` : ""}`, () => {
  let scene: FpingScene;

  beforeAll(() => {
    const [program, args] = command();
    const { stdout, stderr, status } = spawnSync(program, args, { encoding: "utf8", timeout: 90_000 });
    if (status !== 0) throw new Error(`the scene ended with ${status}: ${stderr}`);
    scene = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as FpingScene;
  }, 100_000);

  it("fping is the way that pings go", () => expect(scene.way).toBe("fping"));

  it.each(["v4", "v6"] as const)("a host answers over %s, with the time of the ping", (family) => {
    const { outcome, firstByteUs, totalUs, tookMs } = scene.findings[family];
    expect(outcome).toBe("up");
    expect(firstByteUs).toBeGreaterThan(0);
    expect(firstByteUs).toBeLessThan(tookMs * 1000);
    expect(totalUs).toBeLessThan(tookMs * 1000);
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
    expect(scene.findings[which].tookMs).toBeLessThan(700);
  });

  it("asked together, each target has its own outcome at its own time", () => {
    const { up, up6, noWay, silent, silentLonger, prohibited } = scene.together;
    expect(up).toMatchObject({ outcome: "up", address: "127.0.0.2" });
    expect(up6).toMatchObject({ outcome: "up", address: "::1" });
    expect(noWay).toMatchObject({ outcome: "down", code: "icmp_unreachable" });
    expect(prohibited).toMatchObject({ outcome: "inconclusive", code: "unsupported" });
    expect(prohibited.message).toContain("this machine lets the runner send no ping there");
    for (const { tookMs } of [up, up6, noWay, prohibited]) expect(tookMs).toBeLessThan(900);
    expect(silent).toMatchObject({
      outcome: "down",
      code: "icmp_timeout",
      message: "198.51.100.2: no answer to a ping in time",
    });
    expect(silent.tookMs).toBeGreaterThanOrEqual(995);
    expect(silent.tookMs).toBeLessThan(1900);
    expect(silentLonger).toMatchObject({ outcome: "down", code: "icmp_timeout" });
    expect(silentLonger.tookMs).toBeGreaterThanOrEqual(1995);
  });

  it("one address asked twenty times at once is answered twenty times", () =>
    expect(scene.twice.filter(({ outcome }) => outcome === "up")).toHaveLength(20));

  it("2,000 addresses asked at once are each answered by themselves, with a time of their own, by few fpings", () => {
    expect(scene.many).toMatchObject({ up: 2000, elsewhere: 0, timesDiffer: true, errors: [] });
    expect(scene.many.fpings).toBeLessThanOrEqual(60);
  });

  it("the process itself starts shells only, no program a ping", () => {
    expect(scene.many.mostChildren).toBeGreaterThanOrEqual(1);
    expect(scene.many.mostChildren).toBeLessThanOrEqual(4);
  });

  it("an fping whose socket overflowed says nothing of who stayed silent", () => {
    expect(scene.overflowed).toMatchObject({ outcome: "inconclusive", code: "runner_overloaded" });
    expect(scene.overflowed.message).toContain("dropped answers to pings");
  });

  it.each(["fpingKilled", "shellKilled"] as const)("pings under way judge nobody: %s", (which) => {
    expect(scene[which]).toMatchObject({ outcome: "inconclusive", code: "runner_overloaded" });
    expect(scene[which].tookMs).toBeLessThan(4000);
  });

  it("with a shell its fpings end, and the next ping goes by another shell", () => {
    expect(scene.leftOver).toEqual([]);
    expect(scene.afterwards).toMatchObject({ outcome: "up" });
  });

  it("kill -9 of the process ends its shell and every fping", async () => {
    const [program, args] = command("hang");
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    const shells = await readyWith(child);
    expect(shells.length).toBeGreaterThan(0);
    expect(processesFor(HANGS_FOR)).not.toEqual([]);
    child.kill("SIGKILL");
    await vi.waitFor(
      () => {
        expect(processesFor(HANGS_FOR)).toEqual([]);
        expect(shells.flatMap(commandOf)).toEqual([]);
      },
      { timeout: 5000, interval: 50 },
    );
  }, 30_000);
});

async function readyWith(child: ChildProcess): Promise<number[]> {
  const [said] = child.stdout ? ((await once(child.stdout, "data")) as [Buffer]) : [];
  return String(said).trim().split(" ").slice(1).map(Number);
}
