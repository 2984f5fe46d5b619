import type { IncomingMessage, ServerResponse } from "node:http";
import { bestEncoding, bodyIn, type Encoding, isKnown } from "@/lib/status-page/serve/encoding";
import type { Snapshot } from "@/lib/status-page/serve/snapshot";
import { snapshotHeaders } from "@/server/pages/page-headers";

const MAX_HOSTS = 256;
const MAX_URLS = 2_000;

interface Ready {
  readonly etag: string;
  readonly notModified: string[];
  readonly variants: Readonly<Record<Encoding, { headers: string[]; body: Buffer }>>;
}

/**
 * Caches public answers by exact Host header and target, so that answering takes two map lookups. Only contains answers that
 * the full path has checked and found public; any change of any page clears it.
 */
export class ResponseCache {
  private readonly hosts = new Map<string, Map<string, Ready>>();
  private readonly encodings = new Map<string, Encoding>();
  /** Counts clears, so that an answer computed in the meantime isn't stored. */
  epoch = 0;

  clear(): void {
    this.epoch += 1;
    this.hosts.clear();
  }

  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { headers, method } = request;
    if (method !== "GET" || headers["next-action"] !== undefined || headers.upgrade !== undefined)
      return false;
    const ready = this.hosts.get(headers.host ?? "")?.get(request.url ?? "");
    if (!ready) return false;
    const known = headers["if-none-match"];
    if (known !== undefined && isKnown(known, ready.etag)) {
      response.writeHead(304, ready.notModified);
      response.end();
      return true;
    }
    const variant = ready.variants[this.encodingOf(headers["accept-encoding"])];
    response.writeHead(200, variant.headers);
    response.end(variant.body);
    return true;
  }

  remember(request: IncomingMessage, snapshot: Snapshot, epoch: number): void {
    const { host } = request.headers;
    const target = request.url ?? "";
    if (!host || epoch !== this.epoch || request.method !== "GET" || target.includes("?")) return;
    if (this.hosts.size >= MAX_HOSTS && !this.hosts.has(host)) this.hosts.clear();
    const urls = this.hosts.get(host) ?? new Map<string, Ready>();
    if (urls.size >= MAX_URLS) urls.clear();
    const variant = (encoding: Encoding) => ({
      headers: snapshotHeaders(snapshot, encoding, true),
      body: bodyIn(snapshot, encoding).body,
    });
    urls.set(target, {
      etag: snapshot.etag,
      notModified: snapshotHeaders(snapshot, null, true),
      variants: { br: variant("br"), gzip: variant("gzip"), identity: variant("identity") },
    });
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
