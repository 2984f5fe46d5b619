import { invalidField } from "@/lib/contract/core/errors";
import { USER_AGENT } from "@/lib/notify/request-parts";
import { ExchangeError, type ExchangeOptions, exchange } from "@/lib/notify/transport/http";
import { policyFrom } from "@/lib/probes/net/policy";
import { privateTargets } from "@/lib/probes/net/private-targets";
import { tx } from "@/lib/store/core/tx";
import { countUrls } from "./target";

const REDIRECTS_MAX = 3;

/**
 * Fetches a page, under the same address policy as checks and webhooks. Its host, and those that it redirects to, count as targets of the
 * project. Throws 422 on `url` without a response.
 */
export async function fetchUrl(first: URL, projectId: number, limits: Omit<ExchangeOptions, "policy">) {
  let url = first;
  const policy = policyFrom(privateTargets());
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const { href } = url;
    await tx((trx) => countUrls(trx, projectId, [href]));
    const step = { method: "GET" as const, url: href, headers: { "User-Agent": USER_AGENT }, body: "" };
    const answer = await exchange(step, { ...limits, policy }).catch((error: unknown) => {
      if (!(error instanceof ExchangeError)) throw error;
      throw invalidField("url", `The page can't be read: ${error.message}.`);
    });
    const next = answer.headers.location ? URL.parse(answer.headers.location, href) : null;
    if (answer.status < 300 || answer.status > 399 || !next || !/^https?:$/.test(next.protocol))
      return { url: href, status: answer.status, body: answer.body };
    url = next;
  }
  throw invalidField("url", `The page redirects more than ${REDIRECTS_MAX} times.`);
}
