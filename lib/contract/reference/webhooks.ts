import { EVENT_WORDS } from "@/lib/contract/alerting/event-words";
import {
  ENTITY_FIELDS,
  type EntityName,
  EVENT_ENTITIES,
  EVENT_KEYS,
  LIST_ENTITY,
} from "@/lib/contract/core/events";

type Json = Record<string, unknown>;

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

const PARAMETERS = [
  header(
    "X-Service-Request-Id",
    "The same for all attempts of a delivery, so that you can drop duplicates.",
    "0b9f1a5e-6c5f-4b8e",
  ),
  header("X-Service-Request-Event", "Key of the event.", "uptime.incident.created"),
  header("X-Service-Request-Timestamp", "Unix time in seconds; part of the signed text.", "1769860800"),
  header(
    "X-Service-Request-Signature",
    "Lowercase hex HMAC-SHA256 of `v0:<timestamp>:<raw body>` with the integration's secret.",
    "5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
  ),
  header("webhook-id", "Standard Webhooks: the same ID.", "0b9f1a5e-6c5f-4b8e"),
  header("webhook-timestamp", "Standard Webhooks: Unix time in seconds.", "1769860800"),
  header(
    "webhook-signature",
    "Standard Webhooks: `v1,` and base64 of the HMAC-SHA256 of `id.timestamp.body`.",
    "v1,K5oZfz",
  ),
];

function placeholders(entity: EntityName): string {
  const fields = ENTITY_FIELDS[entity].map(
    (field) => `\`{{ ${entity === LIST_ENTITY ? "item" : entity}.${field} }}\``,
  );
  const how = entity === LIST_ENTITY ? "`$each` over `affected_monitors`: " : "";
  return `- ${how}${fields.join(", ")}`;
}

/** Returns the webhooks section: one entry per event, with the placeholders available to its rule's `schema`. */
export function webhooksOf(): Json {
  return Object.fromEntries(
    EVENT_KEYS.map((key) => [
      key,
      {
        post: {
          operationId: `on_${key.replaceAll(".", "_")}`,
          summary: `When ${EVENT_WORDS[key].clause}`,
          description: `Sent by alert rules of the app outgoing_webhook for \`${key}\`. The body is the rule's \`schema\` with its placeholders filled in:\n\n${EVENT_ENTITIES[key].map(placeholders).join("\n")}\n\nUp to five attempts: immediately, then after 1, 5, 10, and 60 minutes. A \`Retry-After\` extends these delays, up to an hour; that of a 429 also shortens the first two. A 2xx within 30 s is success. A 410 ends the attempts. A monitor's \`request\` never includes its headers, body, or user agent secret; these are null.`,
          tags: ["Webhooks"],
          security: [],
          parameters: PARAMETERS,
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  additionalProperties: true,
                  description: "The body defined by the rule's schema.",
                },
                example: { event: key, project: "Web shop" },
              },
            },
          },
          responses: {
            "200": { description: "Any 2xx: delivered." },
            "410": { description: "Gone: no further attempts." },
          },
        },
      },
    ]),
  );
}
