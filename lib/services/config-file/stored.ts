import type { AlertRule } from "@/lib/contract/alerting/alert-rules";
import type { ItemKind } from "@/lib/contract/config-file/config-file";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import { protocolOf } from "@/lib/contract/protocols/lookup";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import { selectIntegrationNames, selectManagedItems } from "@/lib/store/config-file/managed-items";
import { listAlertRules } from "../alerting/alert-rules";
import { type Caller, projectOf } from "../core/caller";
import type { Listed, Page } from "../core/page";
import { listMonitors } from "../monitors/monitors";
import { listStatusPages } from "../status-pages/pages";
import { toFile } from "./components";
import { keysOf, type Managed, type Named } from "./keys";

const BATCH = 500;

/** An item as the file writes it, with decrypted secrets where the store has them. */
export interface StoredItem {
  readonly id: number;
  readonly key: string;
  readonly managed: boolean;
  readonly fields: Record<string, unknown>;
}
export interface Stored {
  readonly items: Record<ItemKind, StoredItem[]>;
  /** The project's integrations, oldest first; names may repeat. */
  readonly integrations: readonly (Named & { readonly app: string })[];
}

/** Returns everything in a project that a file can contain. */
export async function readStored(caller: Caller): Promise<Stored> {
  const projectId = projectOf(caller);
  const [managed, integrations, monitors, rules, pages] = await Promise.all([
    selectManagedItems(projectId),
    selectIntegrationNames(projectId),
    all((page) => listMonitors(caller, {}, page)),
    all((page) => listAlertRules(caller, {}, page)),
    all((page) => listStatusPages(caller, {}, page)),
  ]);
  const monitorKeys = keysOf("monitors", monitors, managed);
  const monitorKey = (id: number) => monitorKeys.get(id) ?? String(id);
  return {
    integrations,
    items: {
      monitors: itemsOf(monitors, "monitors", (one) => one.name, managed, monitorFields),
      status_pages: itemsOf(
        pages,
        "status_pages",
        (one) => one.subdomain,
        managed,
        (one) => pageFields(one, monitorKey),
      ),
      alert_rules: ruleItems(rules, integrations, managed, monitorKey),
    },
  };
}

async function all<Item>(list: (page: Page) => Promise<Listed<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const { items: some, total } = await list({ limit: BATCH, offset: items.length });
    items.push(...some);
    if (some.length === 0 || items.length >= total) return items;
  }
}

function itemsOf<Item extends { id: number }>(
  list: readonly Item[],
  kind: ItemKind,
  nameOf: (item: Item) => string,
  managed: readonly Managed[],
  fieldsOf: (item: Item) => Record<string, unknown>,
): StoredItem[] {
  const keys = keysOf(
    kind,
    list.map((item) => ({ id: item.id, name: nameOf(item) })),
    managed,
  );
  const managedIds = new Set(managed.filter((one) => one.kind === kind).map((one) => one.item_id));
  const items = list.map((item) => ({
    id: item.id,
    key: keys.get(item.id) ?? String(item.id),
    managed: managedIds.has(item.id),
    fields: fieldsOf(item),
  }));
  return items.sort((a, b) => a.id - b.id);
}

/** Returns the alert rules of this project's file, without rules that use another project's integration. */
function ruleItems(
  rules: readonly AlertRule[],
  integrations: readonly Named[],
  managed: readonly Managed[],
  monitorKey: (id: number) => string,
): StoredItem[] {
  const nameOf = new Map(integrations.map(({ id, name }) => [id, name]));
  const own = rules.filter((rule) => nameOf.has(rule.integration_id));
  const integration = (rule: AlertRule) => nameOf.get(rule.integration_id) ?? "";
  return itemsOf(
    own,
    "alert_rules",
    (rule) => `${rule.event.replace(/^uptime\./, "")} ${integration(rule)}`,
    managed,
    ({ scope, event, rate_limit, event_settings, integration_settings, tags, ...rule }) => ({
      event,
      integration: nameOf.get(rule.integration_id),
      scope,
      rate_limit,
      event_settings,
      integration_settings,
      monitors: rule.monitors.map(monitorKey),
      tags,
    }),
  );
}

function monitorFields(monitor: Monitor): Record<string, unknown> {
  const { name, protocol, request, regions, interval, timeout, success_assertions, tags, paused } = monitor;
  const { incident_confirmations, recovery_confirmations, region_threshold } = monitor;
  return {
    name,
    protocol,
    request,
    regions,
    interval,
    timeout,
    ...(protocolOf(protocol)?.assertions.length ? { success_assertions } : {}),
    incident_confirmations,
    recovery_confirmations,
    region_threshold,
    tags,
    paused,
  };
}

function pageFields(page: StatusPage, monitorKey: (id: number) => string): Record<string, unknown> {
  const { name, subdomain, domain, title, description, website_url, search_engine_indexed } = page;
  const { color_scheme, timeframe, show_response_times, subscription_channels, theme, tags } = page;
  const { time_zone, language } = page;
  return {
    name,
    subdomain,
    domain,
    title,
    description,
    website_url,
    search_engine_indexed,
    components: toFile(page.components, monitorKey),
    color_scheme,
    timeframe,
    time_zone,
    language,
    show_response_times,
    subscription_channels,
    theme,
    access_ips: page.access_ips,
    ...(page.access_token_enabled ? { access_token: "" } : {}),
    ...(page.access_password_enabled ? { access_password: "" } : {}),
    tags,
  };
}
