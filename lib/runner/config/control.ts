import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { retryAfterMs } from "@/lib/domain/alerting/delivery-schedule";
import { now } from "@/lib/shared/clock";
import { derivedKey } from "@/lib/shared/secret";

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** The delay that the server asked for; null when it didn't. */
  readonly retryAfterMs: number | null;
  /** The target of a redirect. */
  readonly location?: string | undefined;
}

/** A response other than 200, with the delay that the server asked for. */
export class Refused extends Error {
  readonly askedMs: number | null;
  readonly status: number;

  constructor(answer: Answer) {
    super(refusalWords(answer));
    this.status = answer.status;
    this.askedMs = answer.retryAfterMs;
  }
}

/**
 * Describes the response for the operator. A redirect or 404 means that another program answers at the server's
 * address.
 */
function refusalWords({ status, body, location }: Answer): string {
  if (location !== undefined)
    return `the server responded with ${status} and redirects to ${location.slice(0, 200)}; set CONTROL_URL to the final address`;
  const hint = status === 404 ? " (CONTROL_URL must be the dashboard's address without a path)" : "";
  return `the server responded with ${status}: ${body.slice(0, 200)}${hint}`;
}

/**
 * A response must make this much progress per `timeoutMs`. A configuration of 50,000 monitors may come over a slow
 * connection.
 */
const PROGRESS_BYTES = 64 * 1024;
const ANSWER_BYTES_MAX = 256 * 1024 * 1024;

/** Returns the body without its compression. Errors of the connection are errors of the returned stream. */
function unpacked(response: IncomingMessage): Readable {
  if (response.headers["content-encoding"] !== "gzip") return response;
  return pipeline(response, createGunzip(), () => undefined);
}

function answerOf(response: IncomingMessage, parts: readonly Buffer[]): Answer {
  return {
    status: response.statusCode ?? 0,
    body: Buffer.concat(parts).toString("utf8"),
    retryAfterMs: retryAfterMs(response.headers["retry-after"], now()),
    location: response.headers.location,
  };
}

/**
 * The client for the server's runner routes, with keep-alive and a bearer token. Rejects on network errors, when
 * nothing arrives for `timeoutMs`, and when a response arrives too slowly.
 */
export class Control {
  private readonly agent: HttpAgent;
  private readonly isTls: boolean;

  constructor(
    private origin: string,
    private readonly token: string,
  ) {
    this.isTls = origin.startsWith("https:");
    this.agent = this.isTls ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  }

  /** Derives the key of what this runner keeps on disk, so that its files reveal nothing without its token. */
  diskKey(): Buffer {
    return derivedKey("runner files", this.token);
  }

  /** Uses another address of the same protocol from now on. */
  moveTo(origin: string): void {
    this.origin = origin;
  }

  get(path: string, timeoutMs: number, signal?: AbortSignal): Promise<Answer> {
    return this.send("GET", path, null, timeoutMs, signal);
  }

  post(path: string, body: unknown, timeoutMs: number): Promise<Answer> {
    return this.postJson(path, Buffer.from(JSON.stringify(body)), timeoutMs);
  }

  /** Posts a body that is already JSON. */
  postJson(path: string, body: Buffer, timeoutMs: number, signal?: AbortSignal): Promise<Answer> {
    return this.send("POST", path, body, timeoutMs, signal);
  }

  private send(
    method: string,
    path: string,
    body: Buffer | null,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const send = this.isTls ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const request = send(`${this.origin}/api${path}`, {
        method,
        agent: this.agent,
        signal,
        timeout: timeoutMs,
        headers: {
          authorization: `Bearer ${this.token}`,
          "accept-encoding": "gzip",
          ...(body === null ? {} : { "content-type": "application/json", "content-length": body.length }),
        },
      });
      request.once("timeout", () =>
        request.destroy(new Error(`the server didn't respond within ${timeoutMs} ms`)),
      );
      let size = 0;
      let watch: NodeJS.Timeout | undefined;
      request.once("finish", () => {
        let seen = 0;
        watch = setInterval(() => {
          if (size - seen < PROGRESS_BYTES)
            request.destroy(new Error(`the server's response wasn't complete within ${timeoutMs} ms`));
          seen = size;
        }, timeoutMs);
      });
      request.once("close", () => clearInterval(watch));
      request.once("error", reject);
      request.once("response", (response) => {
        const received = unpacked(response);
        const parts: Buffer[] = [];
        received.on("data", (part: Buffer) => {
          size += part.length;
          if (size > ANSWER_BYTES_MAX) request.destroy(new Error("the server's response is too large"));
          else parts.push(part);
        });
        received.once("error", reject);
        received.once("end", () => resolve(answerOf(response, parts)));
      });
      request.end(body ?? undefined);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
