import type { EventKey } from "@/lib/contract/alerting/events";
import { defaultWebhookSchema } from "@/lib/contract/apps/outgoing-webhook";
import type { AppId } from "@/lib/contract/apps/registry";
import { ADAPTERS } from "@/lib/notify/apps/registry";
import type { Step } from "@/lib/notify/notice";
import { forget } from "@/lib/shared/once";
import type { MessageScene } from "@/lib/testing/message-scenes";
import { makeNotice } from "@/lib/testing/notice";
import { discordProvider } from "@/lib/testing/providers/discord";
import { ilertProvider } from "@/lib/testing/providers/ilert";
import { ntfyProvider } from "@/lib/testing/providers/ntfy";
import type { Provider } from "@/lib/testing/providers/provider";
import { pushoverProvider } from "@/lib/testing/providers/pushover";
import { slackBotProvider, slackHookProvider } from "@/lib/testing/providers/slack";
import { smsProvider } from "@/lib/testing/providers/sms";
import { telegramProvider } from "@/lib/testing/providers/telegram";
import { webhookProvider } from "@/lib/testing/providers/webhook";

/** Settings of each app and the fake that validates its requests. */
export const GALLERY_PROVIDERS: Record<string, Provider> = {
  slack: slackHookProvider,
  "slack bot": slackBotProvider,
  discord: discordProvider,
  telegram: telegramProvider,
  ntfy: ntfyProvider,
  pushover: pushoverProvider,
  sms: smsProvider,
  ilert: ilertProvider,
  outgoing_webhook: webhookProvider,
};

const STAND_IN = "http://127.0.0.1:9";

/** Sets the gallery's environment; no database is opened. */
export function setGalleryEnvironment(): void {
  Object.assign(process.env, { DATABASE_URL: "postgres://unused", APP_URL: "https://vedette.example.com" });
  forget("env");
}

/** Returns the steps that the app's adapter would send for the scene. */
export function stepsOf(scene: MessageScene, app: AppId, provider: Provider | null): readonly Step[] {
  Object.assign(process.env, provider?.env(STAND_IN));
  forget("env");
  const settings = provider?.settings(STAND_IN) ?? {};
  const { facts, message, eventKey } = scene;
  const isWebhook = app === "outgoing_webhook" && facts !== null;
  const schema = isWebhook ? defaultWebhookSchema(eventKey as EventKey) : null;
  const messageSettings = isWebhook ? { schema } : (provider?.messageSettings ?? null);
  const built = ADAPTERS[app].build(makeNotice(app, { facts, message, eventKey, settings, messageSettings }));
  if ("refusal" in built) throw new Error(`${app}: ${built.refusal}`);
  return built;
}
