import { HttpRequest } from "@/lib/contract/protocols/http";
import { ProbeError } from "@/lib/probes/net/probe-error";
import { emptyFinding, type ProbeContext } from "@/lib/probes/probe";
import { decodeBody } from "./decode";
import { exchange, type HttpContext } from "./exchange";
import { nextHop, REDIRECTS_MAX } from "./redirect";
import type { Hop } from "./request-text";

/** An assertion about the body makes the exchange keep all of it. */
const WHOLE = { type: "response_body", operator: "not_contains", value: "\0" } as const;

/**
 * Gets a document that says something about what is checked, or posts something for it, within the check's deadline and by its address policy. Follows redirects of a GET.
 * Throws ProbeError when there is no response.
 */
export async function getDocument(
  context: ProbeContext,
  url: URL,
  accept: string,
  post?: Pick<HttpRequest, "headers" | "body">,
): Promise<{ status: number; text: string; isWhole: boolean }> {
  const request: HttpRequest = {
    ...HttpRequest.parse({ method: post ? "POST" : "GET", url: url.href, body: post?.body }),
    headers: [{ name: "Accept", value: accept }, ...(post?.headers ?? [])],
  };
  const config = { ...context.config, request, success_assertions: [WHOLE] };
  const http: HttpContext = { ...context, onPhase: undefined, config };
  let hop: Hop = { url, method: request.method, body: request.body, sameOrigin: true, cookie: null };
  for (let count = 0; count <= REDIRECTS_MAX; count += 1) {
    const step = { context: http, hop, request, finding: emptyFinding(), trail: { hop, reader: null } };
    const { head, body, extent } = await exchange(step);
    const next = post ? null : nextHop(hop, head, request, url);
    if (next) hop = { ...next.hop, cookie: null };
    else {
      const isWhole = extent !== "cut";
      const { readings, whole } = await decodeBody(head.headers, { body, whole: isWhole });
      const [shown, ...others] = readings;
      // Programs read UTF-8 whatever charset is declared.
      const { text = "" } = others.find(({ charset }) => charset === "utf-8") ?? shown ?? {};
      return { status: head.statusCode, text, isWhole: isWhole && whole };
    }
  }
  throw new ProbeError("unsupported", `${url.host} redirects too often`);
}
