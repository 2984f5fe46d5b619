import type { AppId } from "@/lib/contract/apps/registry";
import type { EventKey } from "@/lib/contract/core/events";
import { appForms } from "@/lib/http/loaders/app-forms";
import { ADAPTERS } from "@/lib/notify/apps/registry";
import type { Step } from "@/lib/notify/notice";
import { ruleSettings } from "@/lib/presenters/alerting/app-form";
import { forget } from "@/lib/shared/once";
import type { MessageScene } from "@/lib/testing/notifications/message-scenes";
import { makeNotice } from "@/lib/testing/notifications/notice";
import type { Provider } from "@/lib/testing/providers/provider";

const FAKE_ORIGIN = "http://127.0.0.1:9";
const FORMS = appForms();

/** Sets the gallery's environment; no database is opened. */
export function setGalleryEnvironment(): void {
  Object.assign(process.env, { DATABASE_URL: "postgres://unused", APP_URL: "https://vedette.example.com" });
  forget("env");
}

/** Returns the steps that the app's adapter would send for the scene, with the settings that the dashboard offers for a rule. */
export function stepsOf(scene: MessageScene, app: AppId, provider: Provider | null): readonly Step[] {
  Object.assign(process.env, provider?.env(FAKE_ORIGIN));
  forget("env");
  const settings = provider?.settings(FAKE_ORIGIN) ?? {};
  const { facts, message, eventKey } = scene;
  const form = facts && FORMS.find(({ id }) => id === app);
  const messageSettings = form
    ? ruleSettings(form, eventKey as EventKey, null)
    : (provider?.messageSettings ?? null);
  const built = ADAPTERS[app].build(makeNotice(app, { facts, message, eventKey, settings, messageSettings }));
  if ("refusal" in built) throw new Error(`${app}: ${built.refusal}`);
  return built;
}
