import { expect } from "vitest";
import { PROTOCOLS, type Protocol } from "@/lib/contract/protocols/registry";
import { causesOf } from "@/lib/domain/checks/causes";
import type { RegionState } from "@/lib/domain/checks/region-state";
import { check, monitorConfig } from "./check";
import { type Script, startScriptedServer } from "./scripted-server";

/** What a check of a scripted server must find. */
export interface ProtocolCase {
  readonly protocol: Protocol;
  readonly what: string;
  readonly script: Script;
  readonly request?: object;
  readonly outcome?: "up" | "down" | "inconclusive";
  readonly error?: string;
  readonly message?: RegExp;
}

export const down = (error: string, message: RegExp) => ({ outcome: "down", error, message }) as const;

/** Checks a server on this machine with the defaults of the protocol. */
export function checkServer(protocol: Protocol, port: number, request: object = {}, timeout_ms = 1000) {
  const place =
    protocol === "websocket" ? { url: `ws://127.0.0.1:${port}/chat?x` } : { host: "127.0.0.1", port };
  const parsed = PROTOCOLS[protocol].request.parse({ ...place, ...request });
  return check({ ...monitorConfig({}, { protocol, timeout_ms }), request: parsed });
}

/** Checks a scripted server, and compares what was found. */
export async function runCase({ protocol, script, request, outcome = "up", error, message }: ProtocolCase) {
  const server = await startScriptedServer(script);
  try {
    const result = await checkServer(protocol, server.port, request);
    const said = result.error?.message;
    expect({ outcome: result.outcome, code: result.error?.code, said }).toEqual({
      outcome,
      code: error,
      said: message ? expect.stringMatching(message) : said,
    });
    expect(said ?? "", "errors never have a secret").not.toContain("wrongpass");
    const title = causesOf([{ error: result.error } as RegionState]);
    expect(title, "public titles never have what a server sent").not.toMatch(/"|[0-9a-f]{6}/);
    return result;
  } finally {
    await server.stop();
  }
}

/** Answers by the first command that what arrived begins with. */
export const answers =
  (table: Record<string, ReturnType<NonNullable<Script["on"]>>>): Script["on"] =>
  (received) =>
    table[Object.keys(table).find((command) => received.startsWith(command)) ?? ""] ?? "";
