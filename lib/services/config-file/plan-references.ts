import type { AppId } from "@/lib/contract/apps/registry";
import type { ConfigFile, FilePage, FileRule, FileWindow } from "@/lib/contract/config-file/config-file";
import { ApiError } from "@/lib/contract/core/errors";
import { checkedEventSettings, checkedMessageSettings } from "../alerting/alert-rule-settings";
import { keysIn } from "./components";
import type { Step } from "./steps";
import type { Stored } from "./stored";

/** Returns a problem for each item that refers to a monitor, page, or integration that will not exist. */
export function unknownReferences(steps: readonly Step[], file: ConfigFile, stored: Stored): string[] {
  const known = (kind: "monitors" | "status_pages") =>
    new Set([...Object.keys(file[kind]), ...stored.items[kind].map(({ key }) => key)]);
  const [monitors, pages] = [known("monitors"), known("status_pages")];
  const integrations = integrationsAfter(steps, stored);
  return steps.flatMap((step) => {
    if (step.action === "left") return [];
    const place = `${step.kind}.${step.key}`;
    const missing = monitorKeysOf(step)
      .filter((key) => !monitors.has(key))
      .map((key) => `${place}: Monitor ${key} is neither in the file nor in the project.`);
    const missingPages = pageKeysOf(step)
      .filter((key) => !pages.has(key))
      .map((key) => `${place}: Status page ${key} is neither in the file nor in the project.`);
    const ofRule =
      step.kind === "alert_rules" ? integrationProblems(place, step.whole as FileRule, integrations) : [];
    return [...missing, ...missingPages, ...ofRule];
  });
}

function monitorKeysOf({ kind, whole }: Step): readonly string[] {
  if (kind === "status_pages") return keysIn((whole as FilePage).components);
  if (kind === "maintenance_windows") return (whole as FileWindow).monitors;
  return kind === "alert_rules" ? (whole as FileRule).monitors : [];
}

function pageKeysOf({ kind, whole }: Step): readonly string[] {
  return kind === "maintenance_windows" ? (whole as FileWindow).status_pages : [];
}

interface Integration {
  readonly name: unknown;
  readonly app: unknown;
}

/** Returns the project's integrations once the steps are applied. */
function integrationsAfter(steps: readonly Step[], stored: Stored): Integration[] {
  const own = steps.filter(({ kind, action }) => kind === "integrations" && action !== "left");
  const keys = new Set(own.map(({ key }) => key));
  const others = stored.items.integrations.filter(({ key }) => !keys.has(key)).map(({ fields }) => fields);
  return [...own.map(({ whole }) => whole), ...others].map(({ name, app }) => ({ name, app }));
}

function integrationProblems(place: string, rule: FileRule, integrations: readonly Integration[]): string[] {
  const [found, ...others] = integrations.filter(({ name }) => name === rule.integration);
  if (!found)
    return [
      `${place}.integration: Neither the file nor the project has an integration named ${rule.integration}.`,
    ];
  if (others.length === 0) return settingsProblems(place, rule, found.app as AppId);
  return [
    `${place}.integration: ${others.length + 1} integrations are called ${rule.integration}. Give each a unique name.`,
  ];
}

/** Returns the problems with which the service would reject the alert rule. */
function settingsProblems(place: string, rule: FileRule, app: AppId): string[] {
  return refusals(place, () => {
    checkedEventSettings(rule.event, rule.event_settings);
    checkedMessageSettings(app, rule.event, rule.integration_settings);
  });
}

/** Returns the field errors of an `ApiError` that `check` throws, each with its place in the file. */
export function refusals(place: string, check: () => void): string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof ApiError) || !error.errors) throw error;
    return Object.entries(error.errors).flatMap(([field, texts]) =>
      texts.map((text) => `${place}.${field}: ${text}`),
    );
  }
}
