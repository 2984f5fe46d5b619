import * as z from "zod";
import { JsonPathError, parseCondition, parseJsonPath } from "@/lib/contract/core/json-path";
import { fieldName } from "@/lib/contract/core/wording";
import { Slug, Token } from "./heartbeat";
import { protocolContract } from "./protocol";

const text = (title: string, description: string, example: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(200)
    .nullable()
    .meta({ title, description, examples: [example] });

const fields = {
  slug: Slug.nullable().meta({
    title: "Slug",
    description: "Names the source of the alerts. Lowercase letters, digits, hyphens, and underscores.",
    examples: ["prometheus"],
  }),
  open_when: text(
    "Open when",
    "Condition by which a JSON payload opens an alert: a path, or a path compared with == or !=. Without one, every payload opens an alert unless it recovers one.",
    '$.state == "alerting"',
  ),
  recover_when: text(
    "Recover when",
    "Condition by which a JSON payload recovers its alert. Checked before the condition that opens an alert.",
    '$.state == "ok"',
  ),
  key: text(
    "Key",
    "Path of the text that identifies an alert in JSON payloads. Without it, all payloads are about the same alert.",
    "$.rule.id",
  ),
  title: text("Title", "Path of the alert's title in JSON payloads.", "$.rule.name"),
  token: Token,
};

/** How JSON payloads become alerts. */
export type AlertMapping = Pick<ExternalRequest, "open_when" | "recover_when" | "key" | "title">;

const PARSERS = {
  open_when: parseCondition,
  recover_when: parseCondition,
  key: parseJsonPath,
  title: parseJsonPath,
};

/** The request of a monitor that receives alerts of another system. */
export const ExternalRequest = z
  .object({
    slug: fields.slug.default(null),
    open_when: fields.open_when.default(null),
    recover_when: fields.recover_when.default(null),
    key: fields.key.default(null),
    title: fields.title.default(null),
    token: fields.token.default(null),
  })
  .superRefine((request, context) => {
    for (const [field, parse] of Object.entries(PARSERS)) {
      const value = request[field as keyof AlertMapping];
      try {
        if (value !== null) parse(value);
      } catch (error) {
        if (!(error instanceof JsonPathError)) throw error;
        const what = parse === parseJsonPath ? "path such as $.rule.id" : 'condition such as $.state == "ok"';
        const message = `${fieldName(["request", field])} must be a ${what}; ${error.message}, got ${JSON.stringify(value)}.`;
        context.addIssue({ code: "custom", path: [field], message });
      }
    }
  });
export type ExternalRequest = z.infer<typeof ExternalRequest>;

export const external = protocolContract({
  label: "External alerts",
  request: ExternalRequest,
  isReported: true,
  receivesAlerts: true,
  fields: {
    slug: { placeholder: "prometheus" },
    open_when: { advanced: true, placeholder: '$.state == "alerting"' },
    recover_when: { advanced: true, placeholder: '$.state == "ok"' },
    key: { advanced: true, placeholder: "$.rule.id" },
    title: { advanced: true, placeholder: "$.rule.name" },
    token: { secret: true, generated: true, advanced: true },
  },
  target: "{slug}",
  place: () => ({ field: null, host: "", port: 0 }),
  errors: { external_open: "target" },
  failure: "Another system reported an alert.",
});
