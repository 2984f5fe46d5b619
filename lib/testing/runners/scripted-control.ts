import { createServer, type IncomingMessage } from "node:http";
import type { RunnerConfig } from "@/lib/contract/checks/check";

export interface ScriptedCall {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
}

export interface ScriptedControl {
  readonly origin: string;
  readonly calls: ScriptedCall[];
  stop(): Promise<void>;
}

type ScriptedAnswer = { status: number; body: unknown; headers?: Record<string, string> } | null | "hang";

/**
 * Starts a control server that answers the runner's calls as scripted: `{ status, body }`, null to cut the connection, or "hang"
 * to never answer.
 */
export async function startScriptedControl(
  answer: (call: ScriptedCall) => ScriptedAnswer,
): Promise<ScriptedControl> {
  const calls: ScriptedCall[] = [];
  const server = createServer(async (request, response) => {
    const call = {
      method: request.method ?? "",
      url: new URL(request.url ?? "/", "http://control"),
      body: await bodyOf(request),
    };
    calls.push(call);
    const given = answer(call);
    if (given === "hang") return;
    if (!given) request.socket.destroy();
    else
      response
        .writeHead(given.status, { "content-type": "application/json", ...given.headers })
        .end(JSON.stringify(given.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  return {
    origin: `http://127.0.0.1:${typeof bound === "object" && bound ? bound.port : 0}`,
    calls,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Starts a control server that hands out one configuration and answers what runners send as scripted. */
export function startConfiguredControl(
  config: RunnerConfig,
  answer: (call: ScriptedCall) => ScriptedAnswer,
): Promise<ScriptedControl> {
  return startScriptedControl((call) => {
    if (call.method !== "GET") return answer(call);
    const { pathname, searchParams } = call.url;
    const isNew = pathname.endsWith("/config") && searchParams.get("since") === "0";
    return isNew ? { status: 200, body: config } : "hang";
  });
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return parts.length === 0 ? null : JSON.parse(Buffer.concat(parts).toString("utf8"));
}
