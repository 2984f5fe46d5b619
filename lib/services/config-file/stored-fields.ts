import { intactSecrets } from "@/lib/alerting/integration-secrets";
import type { AlertRule } from "@/lib/contract/alerting/alert-rules";
import { INTEGRATION_FIELDS } from "@/lib/contract/alerting/integrations";
import { secretsOf } from "@/lib/contract/apps/app";
import { APPS } from "@/lib/contract/apps/registry";
import { withMembers } from "@/lib/contract/config-file/config-file";
import { type MaintenanceWindow, WINDOW_FIELDS } from "@/lib/contract/maintenance/windows";
import { MONITOR_FIELDS } from "@/lib/contract/monitors/fields";
import { protocolOf } from "@/lib/contract/protocols/lookup";
import { membersOf } from "@/lib/contract/protocols/members";
import { PAGE_FIELDS } from "@/lib/contract/status-pages/fields";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import type { IntegrationRow } from "@/lib/store/alerting/integrations";
import type { toConfigured } from "../monitors/wire";
import type { ImageKind } from "../status-pages/images";
import { toFile } from "./components";

type KeyOf = (id: number) => string;

/** Returns an integration as a file writes it, with decrypted secrets. */
export function integrationFields(row: IntegrationRow): Record<string, unknown> {
  const known = intactSecrets(row);
  const isUnreadable = row.secrets !== null && Object.keys(known).length === 0;
  const names = secretsOf(APPS[row.app]).filter((name) => isUnreadable || known[name] != null);
  // Empty where they can't be decrypted, so that the file asks for them.
  const secrets = Object.fromEntries(names.map((name) => [name, known[name] ?? ""]));
  const settings = { ...row.settings, ...secrets };
  return { app: row.app, ...INTEGRATION_FIELDS.of(row), settings, paused: row.paused };
}

/** Returns a maintenance window as a file writes it. */
export function windowFields(
  window: MaintenanceWindow,
  monitorKey: KeyOf,
  pageKey: KeyOf,
): Record<string, unknown> {
  const { starts_at, ends_at, recurrence, time_zone, tags } = window;
  return {
    ...WINDOW_FIELDS.of(window),
    starts_at,
    ends_at,
    recurrence,
    time_zone,
    monitors: window.monitors.map(monitorKey),
    status_pages: window.status_pages.map(pageKey),
    tags,
  };
}

/** Returns an alert rule as a file writes it. */
export function ruleFields(
  {
    scope,
    event,
    integration_id,
    rate_limit,
    event_settings,
    integration_settings,
    tags,
    monitors,
  }: AlertRule,
  integrationKey: KeyOf,
  monitorKey: KeyOf,
): Record<string, unknown> {
  return {
    event,
    integration: integrationKey(integration_id),
    scope,
    rate_limit,
    event_settings,
    integration_settings,
    monitors: monitors.map(monitorKey),
    tags,
  };
}

/** Returns a monitor as a file writes it, with decrypted secrets. */
export function monitorFields(
  monitor: ReturnType<typeof toConfigured>,
  monitorKey: KeyOf,
): Record<string, unknown> {
  const { protocol, request, regions, interval, timeout, success_assertions, tags, paused } = monitor;
  const fields = {
    ...MONITOR_FIELDS.of(monitor),
    protocol,
    request,
    regions,
    interval,
    timeout,
    ...(protocolOf(protocol)?.assertions.length ? { success_assertions } : {}),
    tags,
    paused,
  };
  return withMembers(fields, membersOf(request).map(monitorKey));
}

/** Returns a page as a file writes it. Its token and password can't be read back, so they are empty. */
export function pageFields(
  page: StatusPage,
  monitorKey: KeyOf,
  images: Partial<Record<ImageKind, string>>,
): Record<string, unknown> {
  const { subdomain, domain, subscription_channels, theme, tags } = page;
  return {
    ...PAGE_FIELDS.of(page),
    subdomain,
    domain,
    components: toFile(page.components, monitorKey),
    subscription_channels,
    theme,
    access_ips: page.access_ips,
    ...(page.access_token_enabled ? { access_token: "" } : {}),
    ...(page.access_password_enabled ? { access_password: "" } : {}),
    ...images,
    tags,
  };
}
