import type * as z from "zod";
import { secretsOf } from "@/lib/contract/apps/app";
import { APPS, type AppId } from "@/lib/contract/apps/registry";
import { type Form, formOf } from "@/lib/contract/core/schema-form";
import { EVENT_SETTINGS } from "./events";

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

const apps = Object.entries(APPS) as [AppId, (typeof APPS)[AppId]][];

/** `event_settings` by event for the API reference. The zod schema can only say "an object"; the service validates by event. */
export const eventSettingsForms = (): Form[] => formsOf(Object.entries(EVENT_SETTINGS));

/** `integration_settings` of a rule by the app of its integration. */
export const messageSettingsForms = (): Form[] =>
  formsOf(apps.map(([id, app]) => [id, app.ruleSettings as z.ZodObject | null]));

/** Returns an integration's `settings` by app: `partial` for updates, `shown` without secrets. */
export function appSettingsForms(kind: "whole" | "partial" | "shown"): Form[] {
  return apps.map(([id, { settings, roles }]) => {
    const { required, properties, ...form } = formOf(settings);
    const fields = Object.entries(properties as Form);
    const kept = fields.filter(([name]) => kind !== "shown" || !secretsOf({ roles }).includes(name));
    const whole = kind === "whole" && required ? { required } : {};
    return { ...form, title: id, properties: Object.fromEntries(kept), ...whole };
  });
}
