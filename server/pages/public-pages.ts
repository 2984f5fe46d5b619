import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import { log } from "@/lib/shared/log";
import { pageUrl } from "@/lib/status-page/model/addresses";
import { languagePath, preferredLanguage } from "@/lib/status-page/model/language-paths";
import { refusalDocument } from "@/lib/status-page/render/refusal-document";
import { answerPage } from "@/lib/status-page/serve/answer";
import { pageCache } from "@/lib/status-page/serve/page-cache";
import type { Mount, PageEntry } from "@/lib/status-page/serve/page-entry";
import type { PageAnswer } from "@/lib/status-page/serve/page-request";
import { isDatabaseUnavailable } from "@/lib/store/core/database-errors";
import { readBody } from "@/server/front-door/body";
import type { HostTarget } from "@/server/front-door/hosts";
import { sendPlainDocument } from "@/server/front-door/plain-pages";
import { bestEncoding, bodyIn, isUnchanged, ResponseCache, snapshotHeaders } from "./snapshot-response";

/** A subscription may select hundreds of components. */
const FORM_BYTES = 32 * 1024;

/** How a request arrived. */
export interface Peer {
  readonly address: string;
  readonly secure: boolean;
}

export interface PublicPages {
  /** Answers from the cache when the same request was answered before and nothing has changed since. */
  answerFast(request: IncomingMessage, response: ServerResponse): boolean;
  /** Answers `/status/<subdomain>/**` on the app's host. Returns false when there is no such page. */
  answerPath(path: string, request: IncomingMessage, response: ServerResponse, peer: Peer): Promise<boolean>;
  /** Answers everything on a page's own host. Returns false when there is no such page. */
  answerHost(
    target: HostTarget,
    request: IncomingMessage,
    response: ServerResponse,
    peer: Peer,
  ): Promise<boolean>;
  stop(): Promise<void>;
}

/** Where pages come from: this process's cache, or a benchmark's own. */
export interface PageSource {
  find(by: "subdomain" | "domain", name: string): Promise<PageEntry | null>;
  onChange(watcher: () => void): void;
  start(): Promise<() => void>;
}

export async function publicPages(source: PageSource = pageCache()): Promise<PublicPages> {
  const cache = new ResponseCache();
  source.onChange(() => cache.clear());
  const end = await source.start();
  const find = async (by: "subdomain" | "domain", name: string, response: ServerResponse) => {
    try {
      return await source.find(by, name);
    } catch (error) {
      later(response, preferredLanguage(response.req.headers["accept-language"]), error);
      return "unavailable";
    }
  };
  const answer = async (
    entry: PageEntry | "unavailable" | null,
    path: string,
    mount: Mount,
    request: IncomingMessage,
    response: ServerResponse,
    peer: Peer,
  ): Promise<boolean> => {
    if (entry === "unavailable") return true;
    if (!entry) return false;
    if (isPreflight(request)) {
      response.writeHead(204, PREFLIGHT).end();
      return true;
    }
    const epoch = cache.epoch;
    const { language } = languagePath(path.replace(/^\//, ""), entry.row);
    const given = await answerPage(entry, pageRequest(path, mount, request, peer)).catch((error: unknown) =>
      later(response, language, error),
    );
    if (!given) return true;
    if (given.kind === "snapshot" && given.status === 200 && given.open)
      cache.remember(request, given.snapshot, epoch);
    if (given.kind === "refused") sendRefused(response, language, given);
    else send(request, response, given);
    return true;
  };
  return {
    answerFast: (request, response) => cache.answer(request, response),
    answerPath: async (path, request, response, peer) => {
      const [, , name = "", ...rest] = path.split("/");
      const entry = await find("subdomain", name.toLowerCase(), response);
      // Not to a local name, which this visitor may be unable to resolve.
      if (entry && entry !== "unavailable" && entry.row.domain_verified_at) {
        redirect(response, `${pageUrl(entry.row)}/${rest.join("/")}${searchOf(request)}`);
        return true;
      }
      return await answer(entry, rest.join("/"), "app", request, response, peer);
    },
    answerHost: async (target, request, response, peer) => {
      if (target.kind !== "subdomain" && target.kind !== "domain") return false;
      const entry = await find(target.kind, target.name, response);
      const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
      if (target.kind === "subdomain" && entry && entry !== "unavailable" && entry.row.domain_verified_at) {
        redirect(response, `${pageUrl(entry.row)}${path}${searchOf(request)}`);
        return true;
      }
      return await answer(entry, path, "host", request, response, peer);
    },
    stop: async () => end(),
  };
}

/** Lets scripts on other sites send headers such as If-None-Match. Whether they may read the response is up to that response. */
const PREFLIGHT = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, HEAD",
  "Access-Control-Allow-Headers": "*",
  "Access-Control-Max-Age": "86400",
};

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

/** Sends visitors a 503 while the database is unavailable. Rethrows other errors. */
function later(response: ServerResponse, language: PageLanguage, error: unknown): void {
  if (!isDatabaseUnavailable(error)) throw error;
  log.debug("could not read a status page", { error });
  sendPlainDocument(response, 503, refusalDocument(language, "unavailable"), { "Retry-After": "30" });
}

function searchOf(request: IncomingMessage): string {
  const target = request.url ?? "";
  const mark = target.indexOf("?");
  return mark === -1 ? "" : target.slice(mark);
}

function pageRequest(path: string, mount: Mount, request: IncomingMessage, peer: Peer) {
  return {
    ...peer,
    path,
    mount,
    method: request.method ?? "GET",
    search: new URLSearchParams(searchOf(request)),
    cookies: request.headers.cookie,
    wantsHtml: request.headers.accept?.includes("text/html") ?? false,
    form: () => readForm(request),
  };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams((await readBody(request, FORM_BYTES)).toString("utf8"));
}

function redirect(response: ServerResponse, location: string, cookies: readonly string[] = []): void {
  const headers: OutgoingHttpHeaders = {
    Location: location,
    "Cache-Control": "no-store",
    "Content-Length": "0",
    ...(cookies.length > 0 && { "Set-Cookie": [...cookies] }),
  };
  response.writeHead(cookies.length > 0 ? 303 : 302, headers).end();
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Exclude<PageAnswer, { kind: "refused" }>,
): void {
  if (answer.kind === "redirect") redirect(response, answer.location, answer.cookies);
  else sendSnapshot(request, response, answer);
}

function sendRefused(
  response: ServerResponse,
  language: PageLanguage,
  { status, headers }: Extract<PageAnswer, { kind: "refused" }>,
): void {
  const why = status === 429 ? "later" : "readOnly";
  sendPlainDocument(response, status, refusalDocument(language, why), headers);
}

function sendSnapshot(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Extract<PageAnswer, { kind: "snapshot" }>,
): void {
  const { snapshot, status, open } = answer;
  if (status === 200 && isUnchanged(request.headers, snapshot)) {
    response.writeHead(304, snapshotHeaders(snapshot, null, open)).end();
    return;
  }
  const encoding = bestEncoding(request.headers["accept-encoding"]);
  response.writeHead(status, snapshotHeaders(snapshot, encoding, open, status));
  response.end(request.method === "HEAD" ? undefined : bodyIn(snapshot, encoding).body);
}
