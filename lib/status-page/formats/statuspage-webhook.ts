import { isoSeconds } from "@/lib/shared/clock";
import type { PageModel, PageSettings, PublicIncident, PublicWindow } from "@/lib/status-page/model/model";
import { incidentEntry, status, windowEntry } from "./statuspage-v2";

/** Where a receiver can unsubscribe, and where its messages are documented. */
export interface WebhookLinks {
  readonly unsubscribe: string;
  readonly documentation: string;
}

/** The change: an incident in its current state, or a window with the text of its news. */
export type WebhookNews = { incident: PublicIncident } | { window: PublicWindow; text: string };

/** Builds the JSON of a message to a webhook subscriber: the shape of Statuspage's webhooks, which many receivers know. */
export function webhookBody(model: PageModel, news: WebhookNews, meta: WebhookLinks): string {
  const { indicator, description } = status(model);
  const { id, url } = model.settings;
  const page = { id: String(id), status_indicator: indicator, status_description: description, url };
  // Statuspage announces maintenance as an incident whose latest update says what happens.
  const incident =
    "incident" in news
      ? incidentEntry(model, news.incident)
      : windowEntry(model, news.window, news.text, model.now);
  return JSON.stringify({ meta, page, incident });
}

/** Builds the JSON that asks a receiver whether it wants a page's messages. */
export function challengeBody(
  { id, title, url }: PageSettings,
  at: Date,
  data: { challenge: string; confirm_url: string },
): string {
  const page = { id: String(id), name: title, url };
  return JSON.stringify({
    type: "subscription.challenge",
    timestamp: isoSeconds(at),
    data: { ...data, page },
  });
}
