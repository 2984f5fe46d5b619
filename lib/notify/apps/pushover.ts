import { cut } from "@/lib/notify/message/wording";
import { env } from "@/lib/shared/env";
import { jsonOf, judgeVendor } from "../judge";
import type { AppAdapter, HttpAnswer, HttpStep, Notice, SendResult } from "../notice";
import { USER_AGENT } from "../request-parts";

const PRIORITIES: Record<string, number> = { lowest: -2, low: -1, normal: 0, high: 1, emergency: 2 };
const CANCEL = "cancel";

/** Sends Pushover messages. An emergency repeats until its receipt is canceled by the incident's tag (pushover.net/api). */
export const pushover: AppAdapter = {
  wantsEveryEvent: false,
  trustedOrigins: () => [new URL(env().PUSHOVER_API_URL).origin],
  build(notice) {
    const steps = [step("message", "/1/messages.json", fieldsOf(notice))];
    const tag = tagOf(notice);
    if (tag && notice.eventKey === "uptime.incident.recovered" && notice.firstRemoteId) {
      const path = `/1/receipts/cancel_by_tag/${encodeURIComponent(tag)}.json`;
      steps.unshift(step(CANCEL, path, { token: String(notice.settings.api_key) }));
    }
    return steps;
  },
  judge,
};

function fieldsOf({ message, settings, messageSettings, now, ...notice }: Notice): Record<string, string> {
  const priority = PRIORITIES[String(messageSettings?.priority ?? "normal")] ?? 0;
  const facts = message.facts.map(({ label, value }) => `${label}: ${value}`);
  const fields: Record<string, string> = {
    token: String(settings.api_key),
    user: String(settings.user_key),
    title: cut(message.title, 250),
    message: cut([...message.lines, ...facts].join("\n") || message.title, 1024),
    priority: String(priority),
    timestamp: String(Math.floor((notice.facts?.event.occurredAt ?? now).getTime() / 1000)),
  };
  if (message.link.url.length <= 512) {
    fields.url = message.link.url;
    fields.url_title = cut(message.link.label, 100);
  }
  if (priority === 2) {
    fields.retry = String(messageSettings?.retry ?? 60);
    fields.expire = String(messageSettings?.expire ?? 3600);
    const tag = tagOf(notice);
    if (tag) fields.tags = tag;
  }
  return fields;
}

function tagOf(notice: Pick<Notice, "facts" | "integration">): string | null {
  const incident = notice.facts?.incident;
  return incident ? `vedette-${notice.integration.id}-${incident.id}` : null;
}

function step(id: string, path: string, fields: Record<string, string>): HttpStep {
  return {
    kind: "http",
    id,
    method: "POST",
    url: `${env().PUSHOVER_API_URL}${path}`,
    headers: { "Content-Type": "application/x-www-form-urlencoded", "User-Agent": USER_AGENT },
    body: new URLSearchParams(fields).toString(),
  };
}

/** `status: 1` is success and 4xx must not be retried. Keeps the receipt of an emergency. */
function judge(answer: HttpAnswer, now: Date, { id }: HttpStep): SendResult {
  const result = judgeVendor(answer, now);
  // If there's nothing left to cancel, that counts as success.
  if (id === CANCEL && result.outcome === "rejected") return { outcome: "delivered", error: null };
  const { status, receipt, errors } = jsonOf(answer);
  const why = Array.isArray(errors) ? `: ${errors.map(String).join(", ")}` : "";
  if (result.outcome !== "delivered") return { ...result, error: `${result.error}${why}` };
  if (status !== 1) return { outcome: "rejected", error: `refused the message${why}` };
  return { ...result, remoteId: typeof receipt === "string" ? receipt : null };
}
