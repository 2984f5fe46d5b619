import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRunner } from "@/lib/services/runners/registry";
import { listRunners } from "@/lib/services/runners/settings";
import { log } from "@/lib/shared/log";
import { api } from "@/lib/testing/api";
import { batchOf } from "@/lib/testing/runners/reports";
import { useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

// Two runners with one token but separate DATA_DIRs.
const scene = useScene();
let token: string;
beforeEach(async () => {
  await run`delete from runners`;
  token = await createRunner("eu-deu-fra", "Frankfurt");
});
afterEach(() => vi.restoreAllMocks());

async function beats(...names: string[]): Promise<void> {
  for (const name of names) {
    const batch = batchOf([], { instance: `${name} process 7 on ${name}.example.com` });
    expect((await api(token).post("/runner/results", batch)).status).toBe(200);
  }
}

const later = (seconds: number) =>
  run`update runners set doubled_since = doubled_since - make_interval(secs => ${seconds}),
       doubled_at = doubled_at - make_interval(secs => ${seconds})`;

async function note(): Promise<string | null | undefined> {
  const { items } = await listRunners(scene.caller(), { limit: 10, offset: 0 });
  return items[0]?.double_note;
}

test.each([
  ["two", ["alpha", "beta"]],
  ["three", ["alpha", "beta", "gamma"]],
])(
  "%s that alternate for half a minute are reported on the Regions page and in the log, until one stops",
  async (_, names) => {
    const warned = vi.spyOn(log, "warn");
    await beats(...names, ...names);
    expect(await note()).toBeNull();
    await later(31);
    await beats(...names, ...names);
    expect(await note()).toContain("Two processes use this runner's token");
    const warnings = warned.mock.calls.filter(([line]) =>
      line.startsWith("two processes use the same runner token"),
    );
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings[0]?.[1])).toMatch(
      /process 7 on \w+\.example\.com.*process 7 on \w+\.example\.com/,
    );
    await beats("alpha");
    await later(46);
    await beats("alpha");
    expect(await note()).toBeNull();
  },
);

test("a runner that restarts repeatedly counts as one, even while its predecessor is still stopping", async () => {
  await beats("first", "second", "third", "second", "third", "fourth", "fourth");
  await later(31);
  await beats("fourth", "fifth", "sixth");
  expect(await note()).toBeNull();
});

test("ignores alternations in the distant past", async () => {
  await beats("alpha", "beta", "alpha");
  await later(600);
  await beats("alpha", "beta", "alpha", "beta");
  expect(await note()).toBeNull();
});
