import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import { log } from "@/lib/shared/log";
import { pageUrl } from "@/lib/status-page/model/addresses";
import { languagePath, preferredLanguage } from "@/lib/status-page/model/language-paths";
import { refusalDocument } from "@/lib/status-page/render/refusal-document";
import type { Mount, PageEntry } from "@/lib/status-page/serve/page-entry";
import {
  documentReply,
  type PageReply,
  redirectReply,
  snapshotReply,
  type Wanted,
} from "@/lib/status-page/serve/page-reply";
import { isTemporaryInDatabase } from "@/lib/store/core/database-errors";
import { answerPage } from "./answer";

/** A subscription may select hundreds of components. */
const FORM_BYTES = 32 * 1024;

/** A request for a page, from the front door or from Next.js. */
export interface Visit extends Wanted {
  /** As sent, without the query. */
  readonly path: string;
  /** With its question mark; empty without a query. */
  readonly search: string;
  readonly address: string;
  readonly secure: boolean;
  /** Reads the body. Throws 413 above the limit. */
  readonly body: (limit: number) => Promise<Buffer>;
}

export type PageNameKind = "subdomain" | "domain";

/** Where pages come from: this process's cache, or a benchmark's own. */
export interface PageFinder {
  find(by: PageNameKind, name: string): Promise<PageEntry | null>;
}

/** Answers `/status/<subdomain>/**` on the app's host. */
export async function replyAtPath(pages: PageFinder, visit: Visit): Promise<PageReply> {
  const [, , name = "", ...rest] = visit.path.split("/");
  const found = await entryOf(pages, "subdomain", name.toLowerCase(), visit);
  if (found && "status" in found) return found;
  if (!found) return documentReply(visit, 404, refusalDocument(browserLanguage(visit), "missing"));
  // Not to a local name, which this visitor may be unable to resolve.
  if (found.row.domain_verified_at)
    return redirectReply(`${pageUrl(found.row)}/${rest.join("/")}${visit.search}`);
  return reply(found, rest.join("/"), "app", visit);
}

/** Answers everything on a page's own host. Null when there is no such page. */
export async function replyAtHost(
  pages: PageFinder,
  kind: PageNameKind,
  name: string,
  visit: Visit,
): Promise<PageReply | null> {
  const found = await entryOf(pages, kind, name, visit);
  if (!found || "status" in found) return found;
  if (kind === "subdomain" && found.row.domain_verified_at)
    return redirectReply(`${pageUrl(found.row)}${visit.path}${visit.search}`);
  return reply(found, visit.path, "host", visit);
}

async function entryOf(
  pages: PageFinder,
  kind: PageNameKind,
  name: string,
  visit: Visit,
): Promise<PageEntry | PageReply | null> {
  return pages.find(kind, name).catch((error: unknown) => later(visit, browserLanguage(visit), error));
}

async function reply(entry: PageEntry, path: string, mount: Mount, visit: Visit): Promise<PageReply> {
  if (visit.method === "OPTIONS" && visit.header("access-control-request-method") !== undefined)
    return { status: 204, headers: PREFLIGHT, body: null };
  const asked = languagePath(path.replace(/^\//, ""), entry.row);
  // A private page doesn't reveal its own language.
  const language = entry.isPrivate && !asked.isNamed ? browserLanguage(visit) : asked.language;
  const answer = await answerPage(entry, {
    method: visit.method,
    path,
    mount,
    address: visit.address,
    secure: visit.secure,
    search: new URLSearchParams(visit.search),
    cookies: visit.header("cookie"),
    language,
    wantsHtml: visit.header("accept")?.includes("text/html") ?? false,
    form: async () => new URLSearchParams((await visit.body(FORM_BYTES)).toString("utf8")),
  }).catch((error: unknown) => later(visit, language, error));
  if (!("kind" in answer)) return answer;
  if (answer.kind === "redirect") return redirectReply(answer.location, answer.cookies);
  if (answer.kind === "snapshot") return snapshotReply(visit, answer);
  const why = answer.status === 429 ? "later" : "readOnly";
  return documentReply(visit, answer.status, refusalDocument(language, why), answer.headers);
}

/** Lets scripts on other sites send headers such as If-None-Match. Whether they may read the response is up to that response. */
const PREFLIGHT: readonly string[] = [
  ["Access-Control-Allow-Origin", "*"],
  ["Access-Control-Allow-Methods", "GET, HEAD"],
  ["Access-Control-Allow-Headers", "*"],
  ["Access-Control-Max-Age", "86400"],
].flat();

/** Returns a 503 while the database is unavailable. Rethrows other errors. */
function later(visit: Visit, language: PageLanguage, error: unknown): PageReply {
  if (!isTemporaryInDatabase(error)) throw error;
  log.debug("could not read a status page", { error });
  return documentReply(visit, 503, refusalDocument(language, "unavailable"), { "Retry-After": "30" });
}

function browserLanguage({ header }: Visit): PageLanguage {
  return preferredLanguage(header("accept-language"));
}
