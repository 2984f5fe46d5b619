import type { HealthPart } from "@/lib/domain/core/own-health";
import { type HealthAlert, ownHealthMessage } from "@/lib/notify/message/own-health-message";
import { hasMailServer, sendMail } from "@/lib/notify/transport/mail";
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
  return [sendMail(mailOf(ownHealthMessage({ ...alert, parts }), to))];
}
