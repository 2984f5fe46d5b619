import { escapeHtml } from "@/lib/shared/text/escape-html";
import { buttons, PHONE_STYLE } from "./phone";
import { bodyOf, firstWrong, length, type Provider } from "./provider";

const KEY = `il1api${"0".repeat(44)}`;

/** api.ilert.com/api-docs: POST /api/events. */
export const ilertProvider: Provider = {
  app: "ilert",
  name: "ilert",
  env: (url) => ({ ILERT_API_URL: url }),
  settings: () => ({ integration_key: KEY }),
  messageSettings: null,
  refusal: (received) => {
    const body = bodyOf(received);
    const links = (body.links ?? []) as Record<string, unknown>[];
    return firstWrong([
      [received.method === "POST" && received.path === "/api/events", "not found"],
      [received.headers["content-type"]?.startsWith("application/json") ?? false, "unsupported media type"],
      [body.integrationKey === KEY, "unknown integration key"],
      [["ALERT", "ACCEPT", "RESOLVE", "COMMENT"].includes(String(body.eventType)), "eventType is invalid"],
      [length(body.summary, 1, 255), "summary is required"],
      [
        length(body.alertKey, 1, 100) && body.alertKey === String(body.alertKey).toLowerCase(),
        "alertKey is invalid",
      ],
      [body.priority === undefined || ["HIGH", "LOW"].includes(String(body.priority)), "priority is invalid"],
      [
        links.every((link) => URL.canParse(String(link.href)) && length(link.text, 1, 255)),
        "links are invalid",
      ],
    ]);
  },
  success: () => ({ status: 202, body: {} }),
  softError: null,
  busy: (seconds) => ({
    body: { message: "too many requests" },
    headers: { "Retry-After": String(seconds) },
  }),
  look: { style: PHONE_STYLE, html: (step) => ilertHtml(bodyOf(step)) },
};
export const providers = [ilertProvider];

function ilertHtml(body: Record<string, unknown>): string {
  const links = (body.links as { text: string }[]).map(({ text }) => text);
  const comments = (body.comments ?? []) as { content: string }[];
  const details = comments[0]?.content ?? String(body.details);
  return `<div class="card"><div class="small">${String(body.eventType)} · ${String(body.priority ?? "–")} · ${String(body.alertKey)}</div><b>${escapeHtml(String(body.summary))}</b><div class="pre">${escapeHtml(details)}</div>${buttons(links)}</div>`;
}
