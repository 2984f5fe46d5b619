import * as z from "zod";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import { bodyOf, type Provider } from "./provider";

const PATH =
  "/workflows/0123abcd/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=token-of-tests";

/** Text that Markdown would show as it is. Finds emphasis, links, and lists that weren't escaped. */
const Literal = z
  .string()
  .min(1)
  .refine(
    (text) => !/(^|[^\\])(?:\\\\)*[*_~`]|\]\(|^(?:[-+>#]|\d+\.\s)|&\w+;|\{\{/m.test(text),
    "unescaped Markdown",
  );
const TextBlock = z.strictObject({
  type: z.literal("TextBlock"),
  text: Literal,
  wrap: z.literal(true),
  weight: z.literal("bolder").optional(),
  size: z.enum(["small", "medium"]).optional(),
  isSubtle: z.boolean().optional(),
});
const Container = z.strictObject({
  type: z.literal("Container"),
  style: z.enum(["attention", "good", "warning", "accent"]),
  bleed: z.boolean(),
  items: z.array(TextBlock).length(1),
});
const FactSet = z.strictObject({
  type: z.literal("FactSet"),
  facts: z.array(z.strictObject({ title: Literal, value: Literal })).min(1),
});

/** The parts of the Adaptive Card schema 1.4 (adaptivecards.io/schemas) that cards may use, inside a message for Teams. */
const TeamsMessage = z.strictObject({
  type: z.literal("message"),
  summary: z.string().min(1),
  attachments: z
    .array(
      z.strictObject({
        contentType: z.literal("application/vnd.microsoft.card.adaptive"),
        contentUrl: z.null(),
        content: z.strictObject({
          $schema: z.literal("http://adaptivecards.io/schemas/adaptive-card.json"),
          type: z.literal("AdaptiveCard"),
          version: z.literal("1.4"),
          msteams: z.strictObject({ width: z.literal("Full") }),
          fallbackText: z.string().min(1),
          body: z.array(z.discriminatedUnion("type", [Container, TextBlock, FactSet])).min(2),
          actions: z
            .array(
              z.strictObject({
                type: z.literal("Action.OpenUrl"),
                title: z.string().min(1),
                url: z.url({ protocol: /^https?$/ }),
              }),
            )
            .length(1),
        }),
      }),
    )
    .length(1),
});
type Card = z.infer<typeof TeamsMessage>["attachments"][number]["content"];

/** A workflow's webhook: Adaptive Cards of at most 28 KB (learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors). */
const workflow: Provider = {
  app: "microsoft_teams",
  name: "microsoft_teams",
  env: () => ({}),
  settings: (url) => ({ webhook_url: `${url}${PATH}` }),
  messageSettings: null,
  refusal: (received) => {
    if (received.method !== "POST" || received.path !== PATH) return "DirectApiAuthorizationRequired";
    if (Buffer.byteLength(received.body) > 28 * 1024) return "HTTP error 413";
    const { error } = TeamsMessage.safeParse(bodyOf(received));
    return error ? z.prettifyError(error) : null;
  },
  success: () => ({ status: 202, body: "" }),
  softError: {
    status: 200,
    body: "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 400 with ContextId tcid=0,server=x.",
  },
  busy: (seconds) => ({
    body: { error: { code: "TooManyRequests", message: "Rate limit is exceeded." } },
    headers: { "Retry-After": String(seconds) },
  }),
  look: {
    style: `body{background:#f5f5f5;color:#242424;font-family:"Segoe UI",sans-serif;font-size:14px}.c{max-width:640px;background:#fff;border:1px solid #e0e0e0;border-radius:6px;padding:0 16px 12px;overflow:hidden;overflow-wrap:anywhere}
.h{margin:0 -16px 12px;padding:12px 16px;font-weight:600;font-size:17px}.attention{background:#fdf3f4;color:#8f0f1b}.good{background:#e7f2da;color:#1e4f18}.warning{background:#fff9f5;color:#7a4b00}.accent{background:#ebf3fc;color:#0f3c68}
.p{white-space:pre-line;margin:0 0 8px}.s{color:#616161;font-size:12px}dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px;margin:0 0 8px}dt{font-weight:600}dd{margin:0}.btn{display:inline-block;border:1px solid #d1d1d1;border-radius:4px;padding:5px 12px;font-weight:600}code{background:#eee}`,
    html: (step) =>
      TeamsMessage.parse(bodyOf(step))
        .attachments.map(({ content }) => cardHtml(content))
        .join(""),
  },
};
export const providers = [workflow];

function cardHtml({ body, actions }: Card): string {
  const parts = body.map((part) => {
    switch (part.type) {
      case "Container":
        return `<div class="h ${part.style}">${part.items.map(({ text }) => markdown(text)).join("")}</div>`;
      case "FactSet":
        return `<dl>${part.facts.map(({ title, value }) => `<dt>${markdown(title)}</dt><dd>${markdown(value)}</dd>`).join("")}</dl>`;
      default:
        return `<div class="p${part.isSubtle ? " s" : ""}">${markdown(part.text)}</div>`;
    }
  });
  const buttons = actions.map(({ title }) => `<span class="btn">${escapeHtml(title)}</span>`);
  return `<div class="c">${parts.join("")}${buttons.join(" ")}</div>`;
}

/** Renders text whose Markdown is all escaped. An empty line is a line break. */
function markdown(text: string): string {
  return escapeHtml(text.replace(/\\([\\*_~`])/g, "$1").replaceAll("\n\n", "\n"));
}
