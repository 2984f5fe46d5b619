import type { Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import type { ProbePhase } from "@/lib/contract/checks/check";
import { policyFrom } from "@/lib/probes/net/policy";
import { NameResolver } from "@/lib/probes/net/resolver";
import { runProbe } from "@/lib/probes/run-probe";
import { LOOPBACK, monitorConfig } from "@/lib/testing/targets/check";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";

let server: RawServer | undefined;
afterEach(() => server?.stop());

async function watched(onPhase: (phase: ProbePhase, socket: Socket | undefined) => void, answer: string) {
  let target: Socket | undefined;
  server = await startRawServer((socket) => {
    target = socket;
    socket.once("data", () => socket.write(answer));
  });
  const tools = { policy: policyFrom(LOOPBACK), resolver: new NameResolver(), userAgent: "Vedette/test" };
  const config = monitorConfig({ url: `http://127.0.0.1:${server.port}/` });
  const phases: ProbePhase[] = [];
  const result = await runProbe(config, "eu-deu-fra", new Date(0), tools, (phase) => {
    phases.push(phase);
    onPhase(phase, target);
  });
  return { result, names: phases.map(({ phase, detail }) => `${phase} ${detail ?? ""}`.trim()) };
}

const HEAD = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n";

it("reports the first byte while the body is still arriving", async () => {
  const { result, names } = await watched(({ phase }, socket) => {
    if (phase === "first_byte") socket?.end("done");
  }, HEAD);
  expect(result).toMatchObject({ outcome: "up", error: null });
  expect(names).toEqual(["dns", "connect", "send", "first_byte 200", "transfer 4 bytes", "done"]);
});

it("reports the first byte of a response that breaks off in its body", async () => {
  const { result, names } = await watched(({ phase }, socket) => {
    if (phase === "first_byte") socket?.end("do");
  }, HEAD);
  expect(result.error?.code).toBe("http_truncated");
  expect(names.slice(0, -1)).toEqual(["dns", "connect", "send", "first_byte 200"]);
});
