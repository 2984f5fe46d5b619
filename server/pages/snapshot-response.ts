import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { type Snapshot, snapshotBytes } from "@/lib/status-page/serve/snapshot";
import { mayHaveChosen } from "@/lib/status-page/serve/visitor-choices";

const MAX_HOSTS = 256;
const MAX_URLS = 2_000;
const MAX_BYTES = 128 * 1024 * 1024;

type Encoding = "br" | "gzip" | "identity";

/** Returns the best encoding for an Accept-Encoding header: brotli, gzip, or none. `q=0` excludes an encoding. */
export function bestEncoding(header: string | undefined): Encoding {
  if (!header) return "identity";
  const accepted = new Map<string, boolean>();
  for (const part of header.split(",")) {
    const [coding = "", ...parameters] = part.trim().toLowerCase().split(";");
    accepted.set(coding, !parameters.some((parameter) => /^\s*q=0(\.0*)?$/.test(parameter)));
  }
  if (accepted.get("br")) return "br";
  return (accepted.get("gzip") ?? accepted.get("*")) ? "gzip" : "identity";
}

/** Returns the body for a wanted encoding and its actual encoding. */
export function bodyIn(snapshot: Snapshot, wanted: Encoding): { encoding: Encoding; body: Buffer } {
  const body = wanted === "br" ? snapshot.brotli : wanted === "gzip" ? snapshot.gzip : null;
  return body ? { encoding: wanted, body } : { encoding: "identity", body: snapshot.identity };
}

/** Returns whether If-None-Match contains this tag, by weak comparison (RFC 9110 §13.1.2). */
function isKnown(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  if (header === etag || header === `W/${etag}` || header.trim() === "*") return true;
  return header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** Returns whether the client has these bytes: by its tag, or if it sent none, by the time of the last change (RFC 9110 §13.2.2). */
export function isUnchanged(headers: IncomingHttpHeaders, snapshot: Snapshot): boolean {
  const { "if-none-match": tag, "if-modified-since": since } = headers;
  if (tag !== undefined) return isKnown(tag, snapshot.etag);
  const changed = snapshot.headers["Last-Modified"];
  return since !== undefined && changed !== undefined && Date.parse(since) >= Date.parse(changed);
}

/**
 * Returns the raw headers of a pre-rendered answer as a flat list, which Node writes as is. Without an encoding: those of a
 * 304. Answers that aren't public must never be cached.
 */
export function snapshotHeaders(
  snapshot: Snapshot,
  wanted: Encoding | null,
  open: boolean,
  status = 200,
): string[] {
  const headers: string[] = ["ETag", snapshot.etag, "Vary", "Accept-Encoding"];
  for (const [name, value] of Object.entries(snapshot.headers)) {
    if (name === "Cache-Control" && !open) continue;
    headers.push(name, value);
  }
  if (!open) headers.push("Cache-Control", "no-store");
  if (status === 401) headers.push("WWW-Authenticate", "Bearer");
  if (wanted === null) return headers;
  const { encoding, body } = bodyIn(snapshot, wanted);
  headers.push("Content-Type", snapshot.contentType, "Content-Length", String(body.length));
  if (encoding !== "identity") headers.push("Content-Encoding", encoding);
  return headers;
}

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
