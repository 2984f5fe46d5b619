import { setTimeout } from "node:timers/promises";
import { RETRY_DELAYS_MS } from "@/lib/domain/alerting/delivery-schedule";
import type { HealthPart } from "@/lib/domain/core/own-health";
import { type HealthAlert, ownHealthMessage } from "@/lib/notify/message/own-health-message";
import type { MailStep } from "@/lib/notify/notice";
import { hasMailServer, MailError, sendMail } from "@/lib/notify/transport/mail";
import { isoSeconds } from "@/lib/shared/clock";
import { appUrl, env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { mailOf } from "../system-mail";
import { postToOperator } from "./operator-request";

export interface Person {
  readonly name: string;
  readonly email: string;
}

/** Owners get an email about these anyway, with the runner's name (`health-notices.ts`). */
const OWNERS_KNOW: readonly HealthPart[] = ["runner", "regions"];

/**
 * Sends an alert to HEALTH_ALERT_URL and by email, both directly: without the job queue, the database, or integrations,
 * which may be what is failing. Returns whether the operators have been reached: a channel accepted the alert, or none
 * is set up.
 */
export async function sendHealthAlert(alert: HealthAlert, owners: readonly Person[]): Promise<boolean> {
  const parts = alert.parts.map(({ part }) => part);
  log.warn(`Vedette's health: ${alert.type === "health.problem" ? "failing" : "recovered"}`, { parts });
  const url = env().HEALTH_ALERT_URL;
  const sends = [
    ...(url ? [postToOperator("health alert", url, bodyOf(alert))] : []),
    ...mails(alert, owners),
  ];
  const outcomes = await Promise.allSettled(sends);
  for (const outcome of outcomes)
    if (outcome.status === "rejected") log.error("could not send a health alert", { error: outcome.reason });
  return outcomes.length === 0 || outcomes.some(({ status }) => status === "fulfilled");
}

/** Returns the JSON of the webhook. Slack, Mattermost, Rocket.Chat, and Google Chat show its `text`. */
function bodyOf(alert: HealthAlert) {
  const { title, facts, link } = ownHealthMessage(alert);
  return {
    type: alert.type,
    text: [title, ...facts.map(({ label, value }) => `${label}: ${value}`), link.url].join("\n"),
    installation: appUrl(),
    parts: alert.parts.map(({ since, ...part }) => ({ ...part, since: isoSeconds(since) })),
  };
}

function mails(alert: HealthAlert, owners: readonly Person[]): Promise<unknown>[] {
  const chosen = env().HEALTH_ALERT_EMAIL?.map((email) => ({ name: "", email }));
  const parts = alert.parts.filter(({ part }) => chosen || !OWNERS_KNOW.includes(part));
  const to = chosen ?? owners;
  if (!hasMailServer() || to.length === 0 || parts.length === 0) return [];
  // One email each, so that a recipient whom the mail server refuses doesn't hide that the others were reached.
  return to.map((person) => sendRetried(mailOf(ownHealthMessage({ ...alert, parts }), [person])));
}

/** Sends an email now, or tries again in the background if the mail server refuses it temporarily. Rejects in both cases. */
async function sendRetried(mail: MailStep, delaysMs: readonly number[] = RETRY_DELAYS_MS): Promise<void> {
  try {
    await sendMail(mail);
  } catch (error) {
    const [delayMs, ...later] = delaysMs;
    const isTemporary = error instanceof MailError && error.refused.length > 0 && !error.final;
    if (isTemporary && delayMs !== undefined) void retryLater(mail, delayMs, later);
    throw error;
  }
}

async function retryLater(mail: MailStep, delayMs: number, later: readonly number[]): Promise<void> {
  await setTimeout(delayMs, undefined, { ref: false });
  await sendRetried(mail, later).catch((error: unknown) =>
    log.warn("could not send a health alert", { error }),
  );
}
