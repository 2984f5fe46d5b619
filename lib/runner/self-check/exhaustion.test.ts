import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { program } from "@/lib/testing/program";
import type { ExhaustionScene } from "@/lib/testing/runners/exhaustion-scene";
import { inOwnNetwork, noOwnNetwork } from "@/lib/testing/targets/ping-namespace";

const missing = noOwnNetwork();

async function run(lack: string, openPings: boolean): Promise<ExhaustionScene> {
  const scene = program("lib/testing/runners/exhaustion-scene.ts");
  const command = [process.execPath, scene, lack, program("lib/runner/main.ts")];
  const { stdout } = await promisify(execFile)(...inOwnNetwork(command, openPings), { timeout: 150_000 });
  const seen = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as ExhaustionScene;
  process.stdout.write(`without ${lack}: ${JSON.stringify(seen)}\n`);
  return seen;
}

// What a real runner process needs for its checks is taken away for six seconds and then returned.
describe.skipIf(missing !== null)(`a runner out of resources${missing ? ` (${missing})` : ""}`, () => {
  const scenes: Record<string, ExhaustionScene> = {};
  const CASES = ["descriptors", "descriptors, pinging by program", "ports"] as const;
  const sceneOf = (name: string) => {
    const scene = scenes[name];
    if (!scene) throw new Error(`no scene ${name}`);
    return scene;
  };

  beforeAll(async () => {
    const [bySocket, byProgram, ports, names] = await Promise.all([
      run("descriptors", true),
      run("descriptors", false),
      run("ports", true),
      run("name servers", true),
    ]);
    Object.assign(scenes, { [CASES[0]]: bySocket, [CASES[1]]: byProgram, [CASES[2]]: ports, names });
  });

  it.each(CASES)("reports checks that need %s as inconclusive, and keeps running", (name) => {
    const { before, during, exit } = sceneOf(name);
    expect(exit).toBeNull();
    expect(Object.keys(before)).toHaveLength(8);
    expect(Object.keys(before).filter((seen) => !seen.endsWith(": up"))).toEqual([]);
    // A name looked up just as the ports return may be blamed on the name servers, which is the runner's own fault
    // too.
    const right = /: (up|inconclusive runner_overloaded)$|by name: inconclusive runner_offline$/;
    const wrong = Object.keys(during).filter((seen) => !right.test(seen));
    expect(wrong).toEqual([]);
    for (const target of ["http", "tls", "tcp", "http by name", "https by name", "tls by name"])
      expect(Object.keys(during)).toContain(`${target}: inconclusive runner_overloaded`);
  });

  it.each(CASES)("recovers once %s is back, after reporting the shortage", (name) => {
    const { before, after, reasons } = sceneOf(name);
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
    expect(reasons.join()).toContain("was overloaded: it lacked file descriptors, ports");
  });

  it("blames only unresolved names without name servers, recovers as soon as one answers, and reported why", () => {
    const { before, during, after, reasons } = sceneOf("names");
    const expected = Object.keys(before).map((seen) =>
      seen.includes("by name") ? seen.replace("up", "inconclusive runner_offline") : seen,
    );
    expect(Object.keys(during).sort()).toEqual(expected.sort());
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
    expect(reasons.join()).toContain("failed its DNS self-check");
  });
});
