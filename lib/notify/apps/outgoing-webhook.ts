import { retryAfterMs } from "@/lib/domain/alerting/delivery-schedule";
import { isoSeconds } from "@/lib/shared/clock";
import { redirectText } from "../judge";
import type { AppAdapter, HttpAnswer, Notice, SendResult } from "../notice";
import { USER_AGENT } from "../user-agent";
import { renderSchema, schemaProblem } from "../webhook/body-schema";
import { entitiesOf } from "../webhook/entities";
import { signatureHeaders } from "../webhook/signature";
import { basicAuthHeader } from "./basic-auth";

/** Sends a signed request with the alert rule's own body. Every attempt has its own timestamp and signature but the same ID. */
export const outgoingWebhook: AppAdapter = {
  wantsEveryEvent: true,
  statusSuffices: true,
  build(notice) {
    const body = bodyOf(notice);
    const signed = signatureHeaders({
      requestId: notice.requestId,
      event: notice.eventKey,
      timestamp: Math.floor(notice.now.getTime() / 1000),
      body,
      secret: String(notice.settings.secret),
      previousSecret: previousSecretOf(notice),
    });
    const headers = {
      "Content-Type": "application/json",
      "User-Agent": USER_AGENT,
      ...basicAuthHeader(notice.settings.basic_auth),
      ...signed,
    };
    return [{ kind: "http", id: "post", method: "POST", url: String(notice.settings.url), headers, body }];
  },
  judge,
  ruleProblem({ schema }, event) {
    const problem = typeof schema === "string" ? schemaProblem(schema, event) : null;
    return problem === null ? null : { setting: "schema", problem };
  },
};

/** Returns the previous secret while it's still valid after a rotation. */
function previousSecretOf({ settings, now }: Notice): string | null {
  const { previous_secret: secret, previous_secret_until: until } = settings;
  if (typeof secret !== "string" || typeof until !== "string") return null;
  return Date.parse(until) > now.getTime() ? secret : null;
}

function bodyOf(notice: Notice): string {
  const schema = notice.messageSettings?.schema;
  if (notice.facts && typeof schema === "string") return renderSchema(schema, entitiesOf(notice.facts));
  const data = {
    message: notice.message.title,
    integration: { id: notice.integration.id, name: notice.integration.name },
  };
  return JSON.stringify({ type: notice.eventKey, timestamp: isoSeconds(notice.now), data });
}

/** 2xx is success, 410 is final, and everything else is retried, including redirects. */
function judge(answer: HttpAnswer, now: Date): SendResult {
  const { status } = answer;
  if (status >= 200 && status < 300) return { outcome: "delivered", error: null };
  if (status === 410) return { outcome: "rejected", error: "returned 410: the receiver is gone for good" };
  const isRedirect = status >= 300 && status < 400;
  return {
    outcome: "retry",
    error: isRedirect ? redirectText(answer) : `returned ${status}`,
    retryAfterMs: retryAfterMs(answer.headers["retry-after"], now),
  };
}
