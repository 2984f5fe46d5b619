import * as z from "zod";
import { App } from "@/lib/contract/apps/app-id";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id, text } from "@/lib/contract/core/fields";
import { repeated } from "@/lib/contract/core/list";
import { createdShape, plainFields } from "@/lib/contract/core/plain-fields";
import { guardedSettings, refusedApps, settingsByApp } from "./app-texts";
import { appSettingsForms } from "./settings-forms";

const settings = z.record(z.string(), z.unknown()).meta({
  title: "Settings",
  description: `Settings by app. ${settingsByApp()} Secrets are never returned. On update, omitted settings keep their value, but changing the destination requires the secrets again.`,
  examples: [{ members: [1] }],
});
export const INTEGRATION_FIELDS = plainFields({
  name: {
    schema: text(2, 50).meta({ title: "Name", description: "2 to 50 characters.", examples: ["On call"] }),
  },
});
const plain = INTEGRATION_FIELDS.shape;
const paused = z.boolean().meta({
  title: "Paused",
  description:
    "A paused integration receives no notifications. An integration pauses itself after more than 3 consecutive failed deliveries within 7 days. Resuming it resets the count and sends the notifications that it missed and that are still true.",
  examples: [false],
});

const whole = settings.meta({ anyOf: appSettingsForms("whole") });
const partial = settings.meta({ anyOf: appSettingsForms("partial") });
const shown = settings.meta({
  description: "Excludes secrets. Keys are in the order in which they were sent.",
  anyOf: appSettingsForms("shown"),
});

export const CreateIntegration = z.object({
  ...createdShape(INTEGRATION_FIELDS),
  settings: whole,
  paused: paused.default(false),
});
export type CreateIntegration = z.infer<typeof CreateIntegration>;

/** A partial update. Omitted fields keep their value, including those inside `settings`. */
export const UpdateIntegration = z.object({ ...plain, settings: partial, paused }).partial();
export type UpdateIntegration = z.infer<typeof UpdateIntegration>;

export const Integration = z.object({
  id: Id,
  app: App,
  ...plain,
  settings: shown,
  paused,
  created_at: DateOut,
  updated_at: DateOut,
});
export type Integration = z.infer<typeof Integration>;

export const AppParams = z.object({ app: App });
export const IntegrationParams = z.object({ app: App, integrationId: Id });

const MAX_NAMES = 100;

/** Exact names, repeated or comma-separated. A name that contains a comma also matches. */
export const IntegrationFilter = z.object({
  name: z
    .union([z.string(), z.array(z.string())])
    .transform((given) => {
      const whole = [given].flat();
      const parts = whole.flatMap((item) => item.split(",")).map((item) => item.trim());
      return [...new Set([...whole, ...parts])].filter((item) => item !== "");
    })
    .pipe(z.array(z.string()).max(MAX_NAMES))
    .optional()
    .meta({ description: "Exact name; repeated values match any of the names.", examples: [["On call"]] }),
});
export type IntegrationFilter = z.infer<typeof IntegrationFilter>;

export const endpoints = endpointsOf("project", "Integrations", {
  listIntegrations: {
    at: "GET /apps/{app}/integrations",
    summary: "List an app's integrations",
    params: AppParams,
    query: IntegrationFilter,
    response: Integration,
    list: true,
  },
  listAllIntegrations: {
    at: "GET /integrations",
    summary: "List the integrations of all apps",
    query: IntegrationFilter.extend({ id: repeated(Id).meta({ description: "Only these integrations." }) }),
    response: Integration,
    list: true,
  },
  createIntegration: {
    at: "POST /apps/{app}/integrations",
    summary: "Create an integration",
    description: refusedApps(),
    params: AppParams,
    body: CreateIntegration,
    response: Integration,
    status: 201,
  },
  getIntegration: {
    at: "GET /apps/{app}/integrations/{integrationId}",
    summary: "Get an integration",
    params: IntegrationParams,
    response: Integration,
  },
  updateIntegration: {
    at: "POST /apps/{app}/integrations/{integrationId}",
    summary: "Update an integration",
    description: `Omitted fields keep their value, including those inside \`settings\`. Changing the destination (${guardedSettings()}) requires every stored secret again; otherwise 422 on the secret's field. Send null to remove an optional secret.`,
    params: IntegrationParams,
    body: UpdateIntegration,
    response: Integration,
  },
  deleteIntegration: {
    at: "DELETE /apps/{app}/integrations/{integrationId}",
    summary: "Delete an integration",
    description: "Also deletes its delivery log. Responds with 409 while an alert rule uses it.",
    conflicts: true,
    params: IntegrationParams,
  },
  testIntegration: {
    at: "POST /apps/{app}/integrations/{integrationId}/test",
    summary: "Send a test message",
    description:
      "Sends a real message immediately, even while paused. Makes a single attempt, shown in the delivery log.",
    params: IntegrationParams,
    response: z.object({ delivery_id: Id }),
    status: 202,
  },
});
