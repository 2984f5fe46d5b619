import { expect, test } from "vitest";
import * as z from "zod";
import { CreateAlertRule } from "@/lib/contract/alerting/alert-rules";
import { CreateMaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { createMonitorOf } from "@/lib/contract/monitors/input";
import { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import { MINUTE_MS } from "@/lib/shared/durations";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";

const accounts = useAccounts("test");

interface Rule {
  readonly type?: string;
  readonly anyOf?: readonly Rule[];
  readonly properties?: Readonly<Record<string, Rule>>;
  readonly items?: Rule;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Returns a value just beyond each limit of a field, in every form that it has. */
function beyond(rule: Rule): unknown[] {
  const found: unknown[] = (rule.anyOf ?? []).flatMap(beyond);
  if (rule.enum || rule.const !== undefined) found.push("none of these");
  if (rule.maxLength !== undefined) found.push("x".repeat(rule.maxLength + 1));
  if (rule.minLength) found.push("x".repeat(rule.minLength - 1));
  if (rule.maxItems !== undefined) found.push(Array.from({ length: rule.maxItems + 1 }, (_, at) => at + 1));
  if (rule.maximum !== undefined && rule.maximum < Number.MAX_SAFE_INTEGER) found.push(rule.maximum + 1);
  if (rule.minimum !== undefined) found.push(rule.minimum - 1);
  return found;
}

/** Returns the fields of an item with one of them beyond a limit, also inside a request. */
function violations(schema: z.ZodType, inside: readonly string[]): [field: string, part: object][] {
  const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Rule;
  return Object.entries(properties).flatMap(([field, rule]): [string, object][] => {
    const own = beyond(rule).map((value): [string, object] => [field, { [field]: value }]);
    if (!inside.includes(field)) return own;
    const parts = Object.entries(rule.properties ?? {});
    return [
      ...own,
      ...parts.flatMap(([name, part]) =>
        beyond(part).map((value): [string, object] => [field, { [name]: value }]),
      ),
    ];
  });
}

const minute = (offset: number) =>
  new Date((Math.floor(Date.now() / MINUTE_MS) + offset) * MINUTE_MS).toISOString();
const request = { method: "POST", url: "https://shop.example.com/" };
const monitor = { name: "Shop", protocol: "http", request, regions: ["eu-deu-fra"] };
const page = {
  ...{ name: "Acme", subdomain: "acme", title: "Acme", description: "Status of Acme." },
  ...{ website_url: "https://acme.example.com", search_engine_indexed: true, components: [] },
};
const window = { title: "Upgrade", starts_at: minute(60), ends_at: minute(90) };
const rule = { event: "uptime.incident.created" };

/** The item as the API and as a file has it, and the schema with its limits. */
const KINDS = [
  ["monitors", "/uptime/monitors", createMonitorOf("http"), monitor, monitor],
  ["status_pages", "/uptime/status-pages", CreateStatusPage, page, page],
  ["maintenance_windows", "/uptime/maintenance-windows", CreateMaintenanceWindow, window, window],
  ["alert_rules", "/alert-rules", CreateAlertRule, rule, rule],
] as const;
/** Fields that refer to other items, by ID in the API and by key in a file. */
const REFERENCES = ["integration_id"];

test.each(KINDS)(
  "every limit of %s holds through the API and through a file",
  async (kind, path, schema, sent, kept) => {
    const client = api(accounts.adaToken, { project: accounts.projects.app });
    const { body: shop } = await client.post("/uptime/monitors", monitor);
    const { body: ops } = await client.post("/apps/outgoing_webhook/integrations", {
      name: "Ops",
      settings: { url: "https://hooks.example.com/x", secret: "a secret of sixteen" },
    });
    const forApi =
      kind === "maintenance_windows"
        ? { monitors: [shop.id] }
        : kind === "alert_rules"
          ? { integration_id: ops.id }
          : {};
    const forFile =
      kind === "maintenance_windows"
        ? { monitors: ["shop"] }
        : kind === "alert_rules"
          ? { integration: "ops" }
          : {};
    const cases = violations(schema, ["request"]).filter(([field]) => !REFERENCES.includes(field));
    expect(cases.length).toBeGreaterThan(4);
    const merged = (base: object, [field, part]: [string, object]) =>
      field in part ? { ...base, ...part } : { ...base, request: { ...request, ...part } };
    const items = cases.map((one, at) => [`c${at}`, merged({ ...kept, ...forFile }, one)]);
    const file = JSON.stringify({ version: 1, project: "app", [kind]: Object.fromEntries(items) });
    const { body: preview } = await client.post("/uptime/imports", {
      source: "vedette",
      file,
      preview: true,
    });
    const lenient: unknown[] = [];
    for (const [at, one] of cases.entries()) {
      const { status } = await client.post(path, merged({ ...sent, ...forApi }, one));
      const isRefused = preview.problems.some((text: string) => text.startsWith(`${kind}.c${at}.${one[0]}`));
      if ((status === 422) !== isRefused)
        lenient.push([JSON.stringify(one).slice(0, 100), { status, isRefused }]);
    }
    expect(lenient).toEqual([]);
  },
);
