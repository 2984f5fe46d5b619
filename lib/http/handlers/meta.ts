import { Readable } from "node:stream";
import { ApiError } from "@/lib/contract/core/errors";
import { llmsText } from "@/lib/contract/reference/llms";
import * as contract from "@/lib/contract/reference/meta";
import { openapiText } from "@/lib/contract/reference/openapi";
import { metricsTexts } from "@/lib/engine/health/metrics";
import { readiness } from "@/lib/engine/health/readiness";
import { getHealthHistory } from "@/lib/services/runners/installation";
import { appUrl } from "@/lib/shared/env";
import { once } from "@/lib/shared/once";
import { isShuttingDown } from "@/lib/shared/shutting-down";
import { metricsReach } from "../auth/metrics-reach";
import { referencePage } from "../reference/page";
import { type ApiRequest, RawReply } from "../request";
import { handlers } from "../router/handler";
import { accepts, withEtag } from "../router/respond";

/** Gauges look the same in both formats. OpenMetrics only adds the end. */
const OPEN_METRICS = "application/openmetrics-text";
/** The most parts of metrics that are sent as a whole, so that the connection stays open. */
const WHOLE_MAX = 100;
const PUBLIC_CACHE = "public, max-age=300";

function about() {
  const origin = appUrl();
  return {
    title: "Vedette API",
    version: contract.API_VERSION,
    support: origin,
    website: origin,
    documentation: `${origin}/api/docs`,
  };
}

/** Returns a cacheable reply for text that changes only with the version and the origin. */
function fixed(
  request: ApiRequest,
  type: string,
  text: string,
  headers: Record<string, string> = {},
): RawReply {
  const all = { "Content-Type": type, "Cache-Control": PUBLIC_CACHE, ...headers };
  const reply = withEtag({ status: 200, headers: all, body: text }, request);
  return new RawReply(reply.status, reply.headers, reply.body);
}

export const metaHandlers = handlers({
  getAbout: about,
  getHealth: () => ({ status: "ok" as const }),
  getReadiness: async () => {
    const state = await readiness();
    const status = state.status === "unavailable" ? 503 : 200;
    const headers = { "Content-Type": "application/json", ...(status === 503 && { "Retry-After": "5" }) };
    return new RawReply(status, headers, JSON.stringify(state));
  },
  getPagesReadiness: () => {
    if (isShuttingDown())
      throw new ApiError(503, "This server is shutting down.", null, { "Retry-After": "5" });
    return { status: "ok" as const };
  },
  getMetrics: async ({ request, query: { project = null, monitors } }) => {
    const reach = await metricsReach(request);
    const texts = await metricsTexts(monitors === "true" ? reach : "none", project);
    const isOpen = accepts(request, OPEN_METRICS);
    if (isOpen) texts.push("# EOF\n");
    const type = isOpen ? `${OPEN_METRICS}; version=1.0.0` : "text/plain; version=0.0.4";
    return new RawReply(
      200,
      { "Content-Type": `${type}; charset=utf-8` },
      texts.length <= WHOLE_MAX
        ? texts.join("")
        : (Readable.toWeb(Readable.from(texts, { objectMode: false })) as ReadableStream),
    );
  },
  getHealthHistory: ({ caller, query: { range } }) => getHealthHistory(caller, range),
  getOpenapi: ({ request, query: { part } }) =>
    fixed(
      request,
      "application/json",
      once(`openapi:${part}:${appUrl()}`, () => openapiText(appUrl(), part)),
    ),
  getDocs: ({ request }) => {
    const page = once(`docs:${appUrl()}`, () => referencePage(appUrl()));
    return fixed(request, "text/html; charset=utf-8", page.html, { "Content-Security-Policy": page.policy });
  },
  getLlmsText: ({ request }) =>
    fixed(
      request,
      "text/markdown; charset=utf-8",
      once(`llms:${appUrl()}`, () => llmsText(appUrl())),
    ),
});
