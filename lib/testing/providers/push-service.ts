import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Notification } from "@/lib/notify/push/notification";
import { type BrowserSecrets, decryptAsBrowser, makeBrowser, vapidRefusal } from "./push-browser";

/** How the push service treats the next requests; null means as it should. */
export type PushMisbehaviour =
  | { kind: "status"; status: number; headers?: Record<string, string>; body?: string }
  | { kind: "silent" }
  | { kind: "reset" };

export interface Shown extends Notification {
  readonly urgency: string;
  readonly ttl: number;
  readonly topic: string;
}

export interface TestBrowser {
  /** What `PushSubscription.toJSON()` returns. */
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  /** Decrypted notifications that arrived. */
  readonly shown: Shown[];
}

export interface PushService {
  readonly url: string;
  /** Reasons of refused requests. */
  readonly refusals: string[];
  /** Number of requests received, whatever their outcome. */
  requests: number;
  misbehaviour: PushMisbehaviour | null;
  /** Returns a browser that subscribed with this key (any key if null). */
  browser(key?: string): Promise<TestBrowser>;
  close(): Promise<void>;
}

type Known = { secrets: BrowserSecrets; key: string | null; shown: Shown[] };

/**
 * Starts a push service on a free port, with browsers behind it. Checks each request against RFC 8030, 8291, and 8292.
 */
export async function startPushService(): Promise<PushService> {
  const known = new Map<string, Known>();
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      service.requests += 1;
      const { misbehaviour } = service;
      if (misbehaviour) return misbehave(misbehaviour, request, response);
      void take(service, known, request, Buffer.concat(chunks)).then(
        ([status, words]) => {
          if (status !== 201) service.refusals.push(words);
          response.writeHead(status).end(status === 201 ? "" : words);
        },
        (error: unknown) => {
          service.refusals.push(String(error));
          response.writeHead(400).end(String(error));
        },
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const service: PushService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refusals: [],
    requests: 0,
    misbehaviour: null,
    browser: async (key) => {
      const secrets = await makeBrowser();
      const shown: Shown[] = [];
      const path = `/push/${secrets.publicKey.toString("base64url").slice(1, 40)}`;
      known.set(path, { secrets, key: key ?? null, shown });
      const keys = {
        p256dh: secrets.publicKey.toString("base64url"),
        auth: secrets.auth.toString("base64url"),
      };
      return { subscription: { endpoint: `${service.url}${path}`, keys }, shown };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}

function misbehave(
  how: PushMisbehaviour,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): void {
  if (how.kind === "reset") request.socket.resetAndDestroy();
  else if (how.kind === "status") response.writeHead(how.status, how.headers).end(how.body ?? "");
}

async function take(
  service: PushService,
  known: Map<string, Known>,
  request: http.IncomingMessage,
  body: Buffer,
): Promise<[number, string]> {
  const { headers, method, url = "" } = request;
  const browser = known.get(url);
  if (method !== "POST") return [405, `method ${method}`];
  if (!browser) return [404, "no such subscription"];
  const vapid = await vapidRefusal(headers.authorization, service.url, browser.key);
  if (vapid) return [403, vapid];
  const { ttl, urgency, topic } = headers as Record<string, string | undefined>;
  if (!/^\d{1,7}$/.test(ttl ?? "")) return [400, `TTL ${ttl}`];
  if (!/^(very-low|low|normal|high)$/.test(urgency ?? "")) return [400, `Urgency ${urgency}`];
  if (!/^[\w-]{1,32}$/.test(topic ?? "")) return [400, `Topic ${topic}`];
  if (headers["content-encoding"] !== "aes128gcm")
    return [400, `Content-Encoding ${headers["content-encoding"]}`];
  if (body.length > 4096) return [413, `${body.length} bytes`];
  const plain = await decryptAsBrowser(body, browser.secrets);
  const notification = JSON.parse(plain.toString("utf8")) as Notification;
  browser.shown.push({ ...notification, ttl: Number(ttl), urgency: urgency ?? "", topic: topic ?? "" });
  return [201, ""];
}
