import type { Signal } from "@/lib/domain/checks/heartbeat";

/** A request that may carry a signal. */
export interface SignalRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly address: string;
  /** Reads the body up to a limit, and returns its whole size. */
  readonly body: (limit: number) => Promise<{ kept: Buffer; bytes: number }>;
}

export interface SignalReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Key of a signal's monitor. */
export type Target =
  | { readonly kind: "token"; readonly token: string; readonly slug?: string }
  | { readonly kind: "slug"; readonly pingKey: string; readonly slug: string; readonly isCreated: boolean };

/** Content of a request, before its monitor is known. */
export interface ParsedSignal {
  readonly target: Target;
  readonly signal: Pick<Signal, "kind" | "runId" | "exitStatus" | "message" | "runMs">;
}

/** The texts and bodies of one client's protocol. */
export interface SignalDialect {
  /** Returns the signal in the request, or the reply if it has none. */
  parse(request: SignalRequest): ParsedSignal | SignalReply;
  /** Returns the reply for an outcome. */
  reply(outcome: Outcome, waitSeconds: number): SignalReply;
}

export type Outcome = "stored" | "created" | "unknown" | "ambiguous" | "limited" | "unavailable";

/** Returns a reply that no cache keeps. */
export function reply(status: number, body: string, headers: Record<string, string> = {}): SignalReply {
  return {
    status,
    body,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "Access-Control-Allow-Origin": "*",
      ...headers,
    },
  };
}

export function jsonReply(status: number, body: object, headers: Record<string, string> = {}): SignalReply {
  return reply(status, JSON.stringify(body), {
    "Content-Type": "application/json; charset=utf-8",
    ...headers,
  });
}
