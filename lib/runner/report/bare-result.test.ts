import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { CheckResult, ResultBatch } from "@/lib/contract/checks/check";
import type { ProbeProgress } from "@/lib/contract/runners/endpoints";
import { policyFrom } from "@/lib/probes/net/policy";
import { NameResolver } from "@/lib/probes/net/resolver";
import { Control } from "@/lib/runner/config/control";
import { followOrders } from "@/lib/runner/config/orders";
import { reporterIn } from "@/lib/testing/runners/reporter";
import { acceptedAll } from "@/lib/testing/runners/reports";
import { type ScriptedControl, startScriptedControl } from "@/lib/testing/runners/scripted-control";
import { check, monitorConfig } from "@/lib/testing/targets/check";

let folder: string;
let server: ScriptedControl | undefined;
let sample: CheckResult;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "vedette-bare-"));
  sample = await check(monitorConfig({ url: "http://10.0.0.1/" }));
});
afterEach(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("keeps the outcome of a result whose details the server refuses, so that a down monitor is reported", async () => {
  server = await startScriptedControl(({ body }) =>
    (body as ResultBatch).results.some(({ redirects }) => redirects.length > 0)
      ? {
          status: 422,
          body: { message: "results.0.redirects.0 must have at most 300 characters." },
        }
      : acceptedAll(1),
  );
  const all = reporterIn(folder, server.origin);
  all.add({ ...sample, monitor: 1, outcome: "down", redirects: ["https://example.com/long"] });
  all.add({ ...sample, monitor: 2 });
  await all.finish();
  const { results } = server.calls
    .map(({ body }) => body as ResultBatch)
    .find((batch) =>
      batch.results.some(({ monitor, redirects }) => monitor === 1 && redirects.length === 0),
    ) ?? { results: [] };
  expect(results).toMatchObject([{ monitor: 1, outcome: "down", error: { code: sample.error?.code } }]);
  expect(results[0]?.warnings.join()).toMatch(/details of this check were rejected/);
  expect(server.calls.at(-1)?.body).toMatchObject({ results: [{ monitor: 2 }] });
  expect(readdirSync(folder)).toHaveLength(0);
});

it("returns the outcome of a requested check even when the server refuses its details", async () => {
  const asked = new AbortController();
  const order = {
    id: "6f1c6b4e-5f0c-4b8e-9f0a-3c1d2e4f5a6b",
    region: "eu-deu-fra",
    config: monitorConfig({ url: "http://10.0.0.1/" }),
  };
  const taken: ProbeProgress[] = [];
  let isGiven = false;
  server = await startScriptedControl(({ method, body }) => {
    if (method === "GET") {
      const probes = isGiven ? [] : [order];
      isGiven = true;
      return { status: 200, body: { probes } };
    }
    const progress = body as ProbeProgress;
    if (progress.result && !progress.result.warnings.join().includes("details of this check were rejected"))
      return { status: 422, body: { message: "no" } };
    taken.push(progress);
    if (progress.result) asked.abort();
    return { status: 204, body: null };
  });
  const tools = { policy: policyFrom([]), resolver: new NameResolver(), userAgent: "Vedette/test" };
  await followOrders(new Control(server.origin, "token"), () => tools, asked.signal);
  expect(taken.at(-1)?.result).toMatchObject({ outcome: "inconclusive", error: { code: "blocked_address" } });
});
