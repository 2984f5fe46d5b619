import type { AppContract, RuleSettingStart, SettingRole } from "@/lib/contract/apps/app";
import { APPS, type AppId } from "@/lib/contract/apps/registry";
import { EVENT_KEYS } from "@/lib/contract/core/events";
import { type Form, formOf } from "@/lib/contract/core/schema-form";
import type { AppField, AppForm, AppSummary, RuleField } from "@/lib/presenters/alerting/app-form";

/** Returns the forms of all apps, as plain values for the browser. */
export function appForms(): AppForm[] {
  return Object.entries(APPS).map(([id, app]) => appForm(id as AppId, app));
}

/** Returns the facts about all apps that a list of integrations shows. */
export function appSummaries(): AppSummary[] {
  return appForms().map(({ id, title, fields }) => ({
    id,
    title,
    destinations: fields.filter(({ destination }) => destination).map(({ name }) => name),
    signs: fields.some(({ signs }) => signs),
  }));
}

function appForm(
  id: AppId,
  { title, icon, description, secretsUrl, settings, roles, complete, ruleSettings }: AppContract,
): AppForm {
  const { required = [], properties } = formOf(settings);
  const sets = complete ?? [required];
  return {
    id,
    title,
    icon,
    text: description,
    secretsUrl: secretsUrl ?? null,
    complete: complete ?? [],
    fields: Object.entries(properties).map(([name, given]) => {
      const isOptional = !sets.every((names) => names.includes(name));
      return appField(name, plain(given), roles[name] ?? {}, isOptional);
    }),
    ruleFields: ruleSettings ? ruleFields(ruleSettings) : [],
  };
}

/** The JSON Schema keywords that a control shows. */
interface Shown {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly examples?: unknown[];
  readonly enum?: string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Returns a field's own schema, without the null of an optional one. */
function plain(field: Form): Shown {
  const [inner = {}] = (field.anyOf as Form[] | undefined) ?? [];
  return { ...inner, ...field };
}

function appField(name: string, shown: Shown, role: SettingRole, optional: boolean): AppField {
  const isUrl = role.destination === "url" || role.destination === "host";
  const isMembers = role.destination === "members";
  return {
    name,
    label: shown.title ?? name,
    help: helpOf(shown) ?? "",
    kind: isMembers ? "members" : "text",
    secret: role.secret ?? false,
    signs: role.signs ?? false,
    destination: role.destination !== undefined,
    // An example of a key would look like a stored one.
    placeholder: isMembers || (role.secret && !isUrl) ? null : String(shown.examples?.[0] ?? ""),
    optional,
  };
}

function ruleFields({ schema, start }: NonNullable<AppContract["ruleSettings"]>): RuleField[] {
  const { properties } = formOf(schema);
  return Object.entries(properties).map(([name, given]) => {
    const shown = plain(given);
    const begin = start[name];
    if (!begin) throw new Error(`The rule setting ${name} has no start.`);
    return {
      name,
      label: shown.title ?? name,
      help: helpOf(shown),
      control: controlOf(shown),
      start: startOf(begin.value),
      when: begin.when ?? null,
    };
  });
}

/** Returns the description without the code marks of the API reference. */
function helpOf({ description }: Shown): string | null {
  return description?.replaceAll("`", "") ?? null;
}

function controlOf({ enum: options, type, minimum = 0, maximum = 0 }: Shown): RuleField["control"] {
  if (options) return { kind: "choice", options };
  return type === "integer" ? { kind: "number", min: minimum, max: maximum } : { kind: "text" };
}

function startOf(value: RuleSettingStart["value"]): RuleField["start"] {
  if (typeof value !== "function") return value;
  const texts = EVENT_KEYS.map((event) => [event, value(event).split("\n")] as const);
  const lines = [...new Set(texts.flatMap(([, own]) => own))];
  const positions = new Map(lines.map((line, position) => [line, position]));
  const events = texts.map(([event, own]) => [event, own.map((line) => positions.get(line))]);
  return { lines, events: Object.fromEntries(events) };
}
