import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { retryAfterMs } from "@/lib/domain/alerting/delivery-schedule";
import { now } from "@/lib/shared/clock";

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** How long the server asks to be left alone; null when it does not say. */
  readonly retryAfterMs: number | null;
  /** Where a redirect leads. */
  readonly location?: string | undefined;
}

/** An answer other than 200, with what the server asked for. */
export class Refused extends Error {
  readonly askedMs: number | null;
  readonly status: number;

  constructor(answer: Answer) {
    super(refusalWords(answer));
    this.status = answer.status;
    this.askedMs = answer.retryAfterMs;
  }
}

/** What whoever set the runner up has to know: a redirect and a 404 are another program in the server's place. */
function refusalWords({ status, body, location }: Answer): string {
  if (location !== undefined)
    return `the server answered ${status} and leads to ${location.slice(0, 200)}: CONTROL_URL must be the address behind that`;
  const hint = status === 404 ? " (is CONTROL_URL the address of the dashboard, without a path?)" : "";
  return `the server answered ${status}: ${body.slice(0, 200)}${hint}`;
}

/** An answer that goes on brings this much in each `timeoutMs`: a configuration of 50,000 monitors may come over a slow line. */
const PROGRESS_BYTES = 64 * 1024;
const ANSWER_BYTES_MAX = 256 * 1024 * 1024;

/**
 * The one client for the server's runner routes: keep-alive, bearer token. Rejects on network errors, when nothing moves for `timeoutMs`,
 * and when an answer only drips.
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

  /** Talks to the server at another address of the same protocol from now on. */
  moveTo(origin: string): void {
    this.origin = origin;
  }

  get(path: string, timeoutMs: number, signal?: AbortSignal): Promise<Answer> {
    return this.send("GET", path, null, timeoutMs, signal);
  }

  post(path: string, body: unknown, timeoutMs: number, signal?: AbortSignal): Promise<Answer> {
    return this.postJson(path, Buffer.from(JSON.stringify(body)), timeoutMs, signal);
  }

  /** The same with a body that is JSON already. */
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
          ...(body === null ? {} : { "content-type": "application/json", "content-length": body.length }),
        },
      });
      request.once("timeout", () =>
        request.destroy(new Error(`the server did not answer within ${timeoutMs} ms`)),
      );
      let size = 0;
      let watch: NodeJS.Timeout | undefined;
      request.once("finish", () => {
        let seen = 0;
        watch = setInterval(() => {
          if (size - seen < PROGRESS_BYTES)
            request.destroy(new Error(`the server's answer did not end within ${timeoutMs} ms`));
          seen = size;
        }, timeoutMs);
      });
      request.once("close", () => clearInterval(watch));
      request.once("error", reject);
      request.once("response", (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => {
          size += part.length;
          if (size > ANSWER_BYTES_MAX) request.destroy(new Error("the server's answer is too large"));
          else parts.push(part);
        });
        response.once("error", reject);
        response.once("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(parts).toString("utf8"),
            retryAfterMs: retryAfterMs(response.headers["retry-after"], now()),
            location: response.headers.location,
          }),
        );
      });
      request.end(body ?? undefined);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
