import { afterEach, expect, it } from "vitest";
import type { CheckResult } from "@/lib/contract/checks/check";
import { policyFrom } from "@/lib/probes/net/policy";
import { NameResolver } from "@/lib/probes/net/resolver";
import { inconclusive } from "@/lib/runner/self-check/self-check";
import { type ScriptedControl, startScriptedControl } from "@/lib/testing/runners/scripted-control";
import { LOOPBACK, monitorConfig } from "@/lib/testing/targets/check";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";
import { Control } from "./control";
import { followOrders, type Judge } from "./orders";

let server: ScriptedControl | undefined;
let target: RawServer | undefined;
const stopping = new AbortController();
afterEach(async () => {
  stopping.abort();
  await server?.stop();
  await target?.stop();
});

it("sends the result of a requested check again after a cut connection or a proxy's response", async () => {
  target = await startRawServer((socket) => socket.end());
  const request = { host: "127.0.0.1", port: target.port, connection: "plain" };
  const config = monitorConfig(request, { protocol: "tcp" });
  const results: CheckResult[] = [];
  let given = false;
  const refusals = [null, { status: 502, body: "<html>" }, { status: 429, body: {} }];
  server = await startScriptedControl(({ method, body }) => {
    if (method === "GET") {
      if (given) return "hang";
      given = true;
      return { status: 200, body: { probes: [{ id: "p1", region: "eu-deu-fra", config }] } };
    }
    const { result } = body as { result: CheckResult | null };
    if (result === null) return { status: 200, body: {} };
    const refusal = refusals.shift();
    if (refusal !== undefined) return refusal;
    results.push(result);
    return { status: 200, body: {} };
  });
  const tools = { policy: policyFrom(LOOPBACK), resolver: new NameResolver(), userAgent: "Vedette/test" };
  void followOrders(new Control(server.origin, "token"), () => tools, stopping.signal);
  await expect.poll(() => results.map(({ outcome }) => outcome)).toEqual(["up"]);
});

it("reports a requested check's failure as inconclusive while the runner's self-check fails", async () => {
  const request = { host: "127.0.0.1", port: 1, connection: "plain" };
  const config = monitorConfig(request, { protocol: "tcp" });
  const results: CheckResult[] = [];
  let given = false;
  server = await startScriptedControl(({ method, body }) => {
    if (method === "POST") {
      const { result } = body as { result: CheckResult | null };
      if (result) results.push(result);
      return { status: 200, body: {} };
    }
    if (given) return "hang";
    given = true;
    return { status: 200, body: { probes: [{ id: "p1", region: "eu-deu-fra", config }] } };
  });
  const tools = { policy: policyFrom(LOOPBACK), resolver: new NameResolver(), userAgent: "Vedette/test" };
  const asked: string[] = [];
  const judge: Judge = async (of, found) => {
    asked.push(`${of.request.host} ${found.outcome}`);
    return inconclusive(found, {
      kind: "network_unreachable",
      lost: [{ ip_version: 4, answered: 0, asked: 3 }],
    });
  };
  const asking = new AbortController();
  void followOrders(new Control(server.origin, "token"), () => tools, asking.signal, judge);
  await expect
    .poll(() => results)
    .toMatchObject([
      {
        outcome: "inconclusive",
        error: {
          code: "runner_offline",
          message: expect.stringMatching(/0 of 3 connectivity checks .*; the check saw: .+/),
        },
      },
    ]);
  asking.abort();
  expect(asked).toEqual(["127.0.0.1 down"]);
});
