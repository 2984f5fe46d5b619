import type { IncomingMessage, ServerResponse } from "node:http";
import {
  bestEncoding,
  bodyIn,
  type Encoding,
  isUnchanged,
  snapshotHeaders,
} from "@/lib/status-page/serve/page-reply";
import { type Snapshot, snapshotBytes } from "@/lib/status-page/serve/snapshot";
import { mayHaveChosen } from "@/lib/status-page/serve/visitor-choices";

const MAX_HOSTS = 256;
const MAX_URLS = 2_000;
const MAX_BYTES = 128 * 1024 * 1024;

/** Returns whether there is more than one Host header, of which Node.js returns the first. The full path rejects the request. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

interface Ready {
  readonly snapshot: Snapshot;
  readonly notModified: string[];
  /** Filled as encodings are asked for. */
  readonly variants: Partial<Record<Encoding, { headers: string[]; body: Buffer }>>;
}

function variantOf(snapshot: Snapshot, encoding: Encoding) {
  return { headers: snapshotHeaders(snapshot, encoding, true), body: bodyIn(snapshot, encoding).body };
}

/**
 * Caches public answers by exact Host header and target, so that answering takes two map lookups. Only contains answers that
 * the full path has checked and found public; any change of any page clears it.
 */
export class ResponseCache {
  private readonly hosts = new Map<string, Map<string, Ready>>();
  private readonly encodings = new Map<string, Encoding>();
  private bytes = 0;
  /** Counts clears, so that an answer computed in the meantime isn't stored. */
  epoch = 0;

  clear(): void {
    this.epoch += 1;
    this.forget();
  }

  private forget(): void {
    this.hosts.clear();
    this.bytes = 0;
  }

  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { headers, method } = request;
    if (method !== "GET" || headers["next-action"] !== undefined || headers.upgrade !== undefined)
      return false;
    if (mayHaveChosen(headers.cookie)) return false;
    const ready = this.hosts.get(headers.host ?? "")?.get(request.url ?? "");
    if (!ready || hasSeveralHosts(request)) return false;
    if (isUnchanged(headers, ready.snapshot)) {
      response.writeHead(304, ready.notModified);
      response.end();
      return true;
    }
    const encoding = this.encodingOf(headers["accept-encoding"]);
    const variant = ready.variants[encoding] ?? variantOf(ready.snapshot, encoding);
    ready.variants[encoding] = variant;
    response.writeHead(200, variant.headers);
    response.end(variant.body);
    return true;
  }

  remember(request: IncomingMessage, snapshot: Snapshot, epoch: number): void {
    const { host } = request.headers;
    const target = request.url ?? "";
    if (!host || epoch !== this.epoch || request.method !== "GET" || target.includes("?")) return;
    if (mayHaveChosen(request.headers.cookie)) return;
    const bytes = snapshotBytes(snapshot);
    const isFull = this.hosts.size >= MAX_HOSTS && !this.hosts.has(host);
    if (isFull || this.bytes + bytes > MAX_BYTES) this.forget();
    this.bytes += bytes;
    const urls = this.hosts.get(host) ?? new Map<string, Ready>();
    if (urls.size >= MAX_URLS) urls.clear();
    urls.set(target, { snapshot, notModified: snapshotHeaders(snapshot, null, true), variants: {} });
    this.hosts.set(host, urls);
  }

  /** Browsers send only a few different Accept-Encoding headers, so each is parsed once. */
  private encodingOf(header: string | undefined): Encoding {
    if (header === undefined) return "identity";
    const known = this.encodings.get(header);
    if (known) return known;
    if (this.encodings.size > 200) this.encodings.clear();
    const encoding = bestEncoding(header);
    this.encodings.set(header, encoding);
    return encoding;
  }
}
