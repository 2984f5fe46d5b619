import { Webhook } from "standardwebhooks";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import { WEBHOOK_SECRET } from "@/lib/testing/notifications/notification-setup";
import { PHONE_STYLE } from "./phone";
import { firstWrong, type Provider } from "./provider";

/** A receiver that verifies signatures with the published library. */
export const webhookProvider: Provider = {
  app: "outgoing_webhook",
  name: "outgoing_webhook",
  env: () => ({}),
  settings: (url) => ({ url: `${url}/hook`, secret: WEBHOOK_SECRET }),
  messageSettings: { schema: '{"id":"{{ incident.id }}","text":"{{ incident.title }}"}' },
  refusal: (received) => {
    try {
      new Webhook(WEBHOOK_SECRET).verify(received.body, received.headers as Record<string, string>);
    } catch (error) {
      return (error as Error).message;
    }
    return firstWrong([[received.path === "/hook", "path"]]);
  },
  success: () => ({ status: 200, body: "" }),
  softError: null,
  busy: (seconds) => ({ body: "", headers: { "Retry-After": String(seconds) } }),
  retriesRefusals: true,
  look: { style: PHONE_STYLE, html: (step) => webhookHtml(step.body) },
};
export const providers = [webhookProvider];

function webhookHtml(body: string): string {
  return `<div class="card"><div class="pre">${escapeHtml(JSON.stringify(JSON.parse(body), null, 2))}</div></div>`;
}
