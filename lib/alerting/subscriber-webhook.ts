import { createHmac } from "node:crypto";
import { outgoingWebhook } from "@/lib/notify/apps/outgoing-webhook";
import { jsonOf } from "@/lib/notify/judge";
import type { HttpAnswer, HttpStep, SendResult } from "@/lib/notify/notice";
import { USER_AGENT } from "@/lib/notify/request-parts";
import { ExchangeError, exchange } from "@/lib/notify/transport/http";
import { signatureHeaders } from "@/lib/notify/webhook/signature";
import { policyFrom } from "@/lib/probes/net/policy";
import { privateTargets } from "@/lib/probes/net/private-targets";
import { now } from "@/lib/shared/clock";
import { derivedKey } from "@/lib/shared/secret";
import { challengeBody, webhookBody } from "@/lib/status-page/formats/statuspage-webhook";
import type { PageSettings } from "@/lib/status-page/model/model";
import { SUBSCRIBE_PATHS } from "@/lib/status-page/render/subscribe-documents";
import { subscriberToken } from "@/lib/status-page/subscribe/token";
import { webhookSecret } from "@/lib/status-page/subscribe/webhook-secret";
import type { PageMailRow } from "@/lib/store/status-pages/mails";
import type { PageNews } from "./page-news";
import { subscriptionUrl } from "./subscriber-mail";

/** Shorter than for an integration, because anyone may name a receiver. */
const TIMEOUT_MS = 10_000;

/** A message to a webhook. */
export type PostedMail = PageMailRow & { readonly url: string };

export function postNews(mail: PostedMail, news: PageNews): Promise<SendResult> {
  const links = {
    unsubscribe: subscriptionUrl(news.settings, mail.subscriber_id, "leave"),
    documentation: `${news.settings.url}/${SUBSCRIBE_PATHS.askWebhook}`,
  };
  const body = webhookBody(news.model, news.change, links);
  return post(mail, { event: `status_page.${news.concern.kind}`, body }, judge);
}

/**
 * Posts a challenge. Only a receiver that returns it, as text or as `challenge` in a JSON object, wants the messages. A
 * receiver that returns whatever it gets doesn't pass, because the challenge is nested in the request.
 */
export function postChallenge(mail: PostedMail, page: PageSettings): Promise<SendResult> {
  const challenge = subscriberToken(mail.status_page_id, mail.subscriber_id);
  const confirm_url = subscriptionUrl(page, mail.subscriber_id, "confirm");
  const body = challengeBody(page, now(), { challenge, confirm_url });
  return post(mail, { event: "status_page.challenge", body }, (answer, step) => {
    const result = judge(answer, step);
    const isPassed = answer.body.trim() === challenge || jsonOf(answer).challenge === challenge;
    if (result.outcome !== "delivered" || isPassed) return result;
    return { outcome: "retry", error: `returned ${answer.status} without the challenge` };
  });
}

/**
 * Signs and sends a request. A visitor's webhook can use only public addresses. One that a member added can also use
 * the allowed private ones.
 */
async function post(
  mail: PostedMail,
  { event, body }: { event: string; body: string },
  judged: (answer: HttpAnswer, step: HttpStep) => SendResult,
): Promise<SendResult> {
  const signed = signatureHeaders({
    requestId: requestId(mail),
    event,
    timestamp: Math.floor(now().getTime() / 1000),
    body,
    secret: webhookSecret(mail.status_page_id, mail.subscriber_id),
  });
  const headers = { "Content-Type": "application/json", "User-Agent": USER_AGENT, ...signed };
  const step: HttpStep = { kind: "http", id: "post", method: "POST", url: mail.url, headers, body };
  const policy = policyFrom(mail.source === "visitor" ? [] : privateTargets());
  try {
    return judged(await exchange(step, { policy, timeoutMs: TIMEOUT_MS, statusSuffices: true }), step);
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    // Retries even after a forbidden address, because a name may resolve elsewhere temporarily.
    return { outcome: "retry", error: error.message };
  }
}

function judge(answer: HttpAnswer, step: HttpStep): SendResult {
  return outgoingWebhook.judge(answer, now(), step);
}

/** Returns an ID that stays the same when a message is sent again. */
function requestId({ id, status_page_id: pageId }: PageMailRow): string {
  const digest = createHmac("sha256", derivedKey("page mail"))
    .update(`${pageId} webhook-${id}`)
    .digest("hex");
  return `msg_${digest.slice(0, 32)}`;
}
