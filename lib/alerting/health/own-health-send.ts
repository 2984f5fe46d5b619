import { setTimeout } from "node:timers/promises";
import { RETRY_DELAYS_MS } from "@/lib/domain/alerting/delivery-schedule";
import type { HealthPart } from "@/lib/domain/core/own-health";
import { type HealthAlert, ownHealthMessage } from "@/lib/notify/message/own-health-message";
import type { MailStep } from "@/lib/notify/notice";
import { hasMailServer, MailError, sendMail } from "@/lib/notify/transport/mail";
import { isoSeconds } from "@/lib/shared/clock";
import { appUrl, env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { within } from "@/lib/shared/within";
import { mailOf, type SystemMail, sendLater } from "../system-mail";
import { postToOperator } from "./operator-request";

export interface Person {
  readonly name: string;
  readonly email: string;
}

const STORE_MS = 10_000;

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
  const message = ownHealthMessage({ ...alert, parts });
  return to.map((person) => sendOrKeep({ organizationId: null, to: [person], message }));
}

/** Sends an email now. One that the mail server refuses temporarily is tried again in the background. Rejects in both cases. */
async function sendOrKeep({ message, to, ...rest }: SystemMail): Promise<void> {
  const mail = mailOf(message, to);
  try {
    await sendMail(mail);
  } catch (error) {
    if (isRefusedForNow(error)) void keep({ message, to, ...rest }, mail);
    throw error;
  }
}

function isRefusedForNow(error: unknown): boolean {
  return error instanceof MailError && error.refused.length > 0 && !error.final;
}

/** Keeps an email in the job queue, where it survives a restart, or in memory while the database is unavailable. */
async function keep(mail: SystemMail, step: MailStep): Promise<void> {
  const unavailable = () => Promise.reject(new Error("The database is not responding."));
  await within(sendLater(mail), STORE_MS, unavailable).catch(() => retry(step));
}

async function retry(step: MailStep): Promise<void> {
  for (const delayMs of RETRY_DELAYS_MS) {
    await setTimeout(delayMs, undefined, { ref: false });
    const error = await sendMail(step).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (error === null) return;
    log.warn("could not send a health alert", { error });
    if (!isRefusedForNow(error)) return;
  }
}
