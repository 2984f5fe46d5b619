import type { AppId } from "@/lib/contract/apps/registry";
import type { ConfigFile, FilePage, FileRule, FileWindow } from "@/lib/contract/config-file/config-file";
import { ApiError } from "@/lib/contract/core/errors";
import { membersOf } from "@/lib/contract/protocols/members";
import { checkedEventSettings, checkedMessageSettings } from "../alerting/alert-rule-settings";
import { keysIn } from "./components";
import type { Step } from "./steps";
import type { Stored } from "./stored";

/** Returns a problem for each item that refers to a monitor, page, or integration that will not exist. */
export function unknownReferences(steps: readonly Step[], file: ConfigFile, stored: Stored): string[] {
  const known = (kind: "monitors" | "status_pages") =>
    new Set([...Object.keys(file[kind]), ...stored.items[kind].map(({ key }) => key)]);
  const [monitors, pages] = [known("monitors"), known("status_pages")];
  const apps = appsAfter(steps, stored);
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
      step.kind === "alert_rules" ? integrationProblems(place, step.whole as FileRule, apps) : [];
    return [...missing, ...missingPages, ...ofRule];
  });
}

function monitorKeysOf({ kind, whole }: Step): readonly string[] {
  if (kind === "status_pages") return keysIn((whole as FilePage).components);
  if (kind === "maintenance_windows") return (whole as FileWindow).monitors;
  return kind === "alert_rules" ? (whole as FileRule).monitors : membersOf<string>(whole.request);
}

function pageKeysOf({ kind, whole }: Step): readonly string[] {
  return kind === "maintenance_windows" ? (whole as FileWindow).status_pages : [];
}

type Apps = ReadonlyMap<string, unknown>;

/** Returns the apps of the project's integrations once the steps are applied, by the integrations' keys. */
function appsAfter(steps: readonly Step[], stored: Stored): Apps {
  const own = steps.filter(({ kind, action }) => kind === "integrations" && action !== "left");
  const before = stored.items.integrations.map(({ key, fields }) => [key, fields.app] as const);
  return new Map([...before, ...own.map(({ key, whole }) => [key, whole.app] as const)]);
}

function integrationProblems(place: string, rule: FileRule, apps: Apps): string[] {
  if (apps.has(rule.integration)) return settingsProblems(place, rule, apps.get(rule.integration) as AppId);
  return [`${place}.integration: Integration ${rule.integration} is neither in the file nor in the project.`];
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
