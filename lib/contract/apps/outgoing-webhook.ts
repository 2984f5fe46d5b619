import * as z from "zod";
import { ENTITY_FIELDS, EVENT_ENTITIES, type EventKey, LIST_ENTITY } from "../core/events";
import { webUrl } from "../core/fields";
import { appContract } from "./app";
import { BasicAuth } from "./basic-auth";

const MAX_SCHEMA_CHARS = 5000;

export const ReceiverUrl = webUrl(250).meta({
  title: "URL",
  description: "http or https, at most 250 characters. Redirects are not followed.",
  examples: ["https://example.com/hooks/vedette"],
});

export const outgoingWebhook = appContract({
  title: "Webhook",
  icon: "webhook",
  description: "Sends a signed HTTP request with a custom body.",
  needs: "a URL and a secret of at least 10 characters",
  setup: "api",
  settings: z.object({
    url: ReceiverUrl,
    secret: z
      .string()
      .min(10)
      .max(250)
      .meta({
        title: "Secret",
        description:
          "10 to 250 characters; signs each request. For the Standard Webhooks signature, a secret of `whsec_` and base64 is decoded and any other text is used as is.",
        examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
      }),
    basic_auth: BasicAuth,
  }),
  roles: {
    url: { destination: "url" },
    secret: { secret: true, signs: true },
    basic_auth: { secret: true },
  },
  ruleSettings: {
    schema: z.object({
      schema: z
        .string()
        .min(1)
        .max(MAX_SCHEMA_CHARS)
        .meta({
          title: "Body",
          description:
            'JSON, at most 5,000 characters. `{{ entity.field }}` in values is replaced; a placeholder alone keeps its JSON type. `{"$each": "affected_monitors", "$item": {"id": "{{ item.id }}"}}` creates an array.',
          examples: ['{"text":"{{ incident.title }}"}'],
        }),
    }),
    start: { schema: { value: defaultWebhookSchema } },
  },
});

/** Returns a body with all data of the event, offered for new rules. */
export function defaultWebhookSchema(event: EventKey): string {
  const body: Record<string, unknown> = { type: "{{ event.key }}", timestamp: "{{ event.occurred_at }}" };
  const data: Record<string, unknown> = {};
  for (const entity of EVENT_ENTITIES[event]) {
    if (entity === "event") continue;
    data[entity] =
      entity === LIST_ENTITY
        ? {
            $each: LIST_ENTITY,
            $item: { id: "{{ item.id }}", name: "{{ item.name }}", status: "{{ item.status }}" },
          }
        : Object.fromEntries(ENTITY_FIELDS[entity].map((field) => [field, `{{ ${entity}.${field} }}`]));
  }
  return JSON.stringify({ ...body, data }, null, 2);
}
