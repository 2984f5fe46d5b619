import type * as z from "zod";
import { type AppContract, destinationsOf, secretsOf } from "@/lib/contract/apps/app";
import { APPS } from "@/lib/contract/apps/registry";

const AND = new Intl.ListFormat("en-US", { type: "conjunction" });
const apps: [string, AppContract][] = Object.entries(APPS);
const idsWhere = (holds: (app: AppContract) => boolean): string[] =>
  apps.flatMap(([id, app]) => (holds(app) ? [id] : []));

/** Lists each app's settings: "email: `members`. slack: `webhook_url`, …". */
export function settingsByApp(): string {
  return apps.map(([id, { settings }]) => `${id}: ${namesOf(settings)}.`).join(" ");
}

/** Lists the rule settings of the apps that have some. */
export function ruleSettingsByApp(): string {
  const lists = apps.flatMap(([id, { ruleSettings }]) =>
    ruleSettings ? [`${id}: ${namesOf(ruleSettings.schema)}.`] : [],
  );
  return [...lists, "Other apps: empty or null."].join(" ");
}

/** Says which apps the API refuses to create. */
export function refusedApps(): string {
  const dashboard = AND.format(idsWhere(({ setup }) => setup === "dashboard"));
  const scale = AND.format(idsWhere(({ plan }) => plan === "scale"));
  return `Responds with 403 for ${dashboard}, which are set up in the dashboard, and for ${scale} without the Scale plan.`;
}

/** Lists the settings whose change requires another secret again. */
export function guardedSettings(): string {
  const names = apps.flatMap(([, app]) =>
    destinationsOf(app).filter((name) => secretsOf(app).some((secret) => secret !== name)),
  );
  return [...new Set(names)].map((name) => `\`${name}\``).join(", ");
}

function namesOf({ shape }: z.ZodObject): string {
  return Object.keys(shape)
    .map((name) => `\`${name}\``)
    .join(", ");
}
