import type * as z from "zod";
import { type AppContract, secretsOf } from "@/lib/contract/apps/app";
import { APPS } from "@/lib/contract/apps/registry";
import { type Form, formOf } from "@/lib/contract/core/schema-form";
import { EVENT_SETTINGS } from "../core/events";

const NOTHING: Form = { type: "null", title: "None" };

/** Returns one variant per schema, titled with everything that uses it. Entries without a schema accept no settings. */
function formsOf(schemas: readonly (readonly [string, z.ZodObject | null])[]): Form[] {
  const names = new Map<z.ZodObject | null, string[]>();
  for (const [name, schema] of schemas) names.set(schema, [...(names.get(schema) ?? []), name]);
  const forms = [...names].map(([schema, users]): Form => {
    const title = users.join(", ");
    return schema ? { ...formOf(schema), title } : { type: "object", maxProperties: 0, title };
  });
  return [...forms, NOTHING];
}

const apps: [string, AppContract][] = Object.entries(APPS);

/** `event_settings` by event for the API reference. The zod schema can only say "an object"; the service validates by event. */
export const eventSettingsForms = (): Form[] => formsOf(Object.entries(EVENT_SETTINGS));

/** `integration_settings` of a rule by the app of its integration. */
export const messageSettingsForms = (): Form[] =>
  formsOf(apps.map(([id, app]) => [id, app.ruleSettings?.schema ?? null]));

/** Returns an integration's `settings` by app: `partial` for updates, `shown` without secrets. */
export function appSettingsForms(kind: "whole" | "partial" | "shown"): Form[] {
  return apps.map(([id, app]) => {
    const { required, properties, ...form } = formOf(app.settings);
    const secrets = secretsOf(app);
    const fields = Object.entries(properties).flatMap(([name, field]) => {
      if (!secrets.includes(name)) return [[name, field] as const];
      return kind === "shown" ? [] : [[name, writeOnly(field)] as const];
    });
    const whole = kind === "whole" && required ? { required } : {};
    return { ...form, title: id, properties: Object.fromEntries(fields), ...whole };
  });
}

/** Marks a secret. The description of an optional setting is inside its first variant. */
function writeOnly(field: Form): Form {
  if (!field.description && Array.isArray(field.anyOf)) {
    const [first, ...others] = field.anyOf as [Form, ...Form[]];
    return { ...field, anyOf: [writeOnly(first), ...others] };
  }
  return { ...field, description: `${String(field.description)} Write-only.` };
}
