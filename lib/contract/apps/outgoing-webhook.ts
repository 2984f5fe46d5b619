import * as z from "zod";
import { ENTITY_FIELDS, EVENT_ENTITIES, type EventKey, LIST_ENTITY } from "../alerting/events";
import { text } from "../core/fields";
import { appContract } from "./app";

const MAX_SCHEMA_CHARS = 5000;

const url = text(1, 250)
  .refine(isHttpUrl, {
    error: ({ input }) =>
      `The url must begin with http:// or https://, name a host and hold no user or password; given was ${JSON.stringify(withoutUser(input))}.`,
  })
  .meta({
    title: "Address",
    description: "http or https, at most 250 characters. Redirects are not followed.",
    examples: ["https://example.com/hooks/vedette"],
  });

/** As it may be repeated: what stands before the host may be a password. */
function withoutUser(input: unknown): unknown {
  return typeof input === "string" ? input.replace(/\/\/[^/?#]*@/, "//…@") : input;
}

function isHttpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && hostname !== "" && username === "" && password === "";
}

export const outgoingWebhook = appContract({
  title: "Webhook",
  description: "A signed HTTP request with a body of your own shape.",
  setup: "api",
  settings: z.object({
    url,
    secret: z
      .string()
      .min(10)
      .max(250)
      .meta({
        title: "Secret",
        description:
          "10 to 250 characters; signs each request. `whsec_` and base64 is decoded for the Standard Webhooks signature, any other text is its own key. Write-only.",
        examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
      }),
  }),
  roles: { url: { destination: "url" }, secret: { secret: true } },
  ruleSettings: z.object({
    schema: z
      .string()
      .min(1)
      .max(MAX_SCHEMA_CHARS)
      .meta({
        title: "Body",
        description:
          'JSON, at most 5000 characters. `{{ entity.field }}` in values is filled in; alone it keeps its own type. `{"$each": "affected_monitors", "$item": {"id": "{{ item.id }}"}}` makes a list.',
        examples: ['{"text":"{{ incident.title }}"}'],
      }),
  }),
});

/** A body with everything the event has: offered when a rule is made. */
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
