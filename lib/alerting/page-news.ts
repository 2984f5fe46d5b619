import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { markdownToText } from "@/lib/domain/core/markdown";
import { duration } from "@/lib/domain/core/wording";
import type { Draft, Message } from "@/lib/notify/message/message";
import type { WebhookNews } from "@/lib/status-page/formats/statuspage-webhook";
import { publicWindow } from "@/lib/status-page/render/build-model";
import { momentText, PROGRESS_WORDS } from "@/lib/status-page/render/format";
import { loadIncident, loadModel } from "@/lib/status-page/render/load-model";
import {
  groupsWith,
  monitorsOf,
  type PageModel,
  type PageSettings,
  type PublicIncident,
  type PublicWindow,
} from "@/lib/status-page/render/model";
import { selectWindow, type WindowRow } from "@/lib/store/maintenance/windows";
import type { PageConcern } from "@/lib/store/status-pages/mails";
import type { StatusPageRow } from "@/lib/store/status-pages/pages";

/** News for a page's subscribers. Contains only what the page shows. */
export interface PageNews {
  readonly settings: PageSettings;
  readonly model: PageModel;
  /** What webhooks get. */
  readonly change: WebhookNews;
  /** The link is absolute. */
  readonly draft: Draft;
  readonly concern: PageConcern;
}

/** What is said about a window, and the state that webhooks get. Statuspage's have no canceled maintenance, only completed. */
const WINDOW_NEWS: Record<string, { title: string; shown: PublicWindow["state"] }> = {
  scheduled: { title: "Maintenance scheduled", shown: "scheduled" },
  reminder: { title: "Maintenance reminder", shown: "scheduled" },
  in_progress: { title: "Maintenance started", shown: "in_progress" },
  completed: { title: "Maintenance completed", shown: "completed" },
  cancelled: { title: "Maintenance canceled", shown: "completed" },
};

/** Returns an event's news for a page in its current state, or null if visitors can't see it. */
export async function newsOfEvent(
  facts: EventFacts,
  page: StatusPageRow,
  now: Date,
): Promise<PageNews | null> {
  if (facts.isTestIncident) return null;
  if (facts.window) {
    const window = await selectWindow(page.project_id, Number(facts.window.id));
    return window && newsOfWindow(window, page, String(facts.window.state), now);
  }
  if (!facts.incident) return null;
  const found = await loadIncident(page, now, facts.incident.slug);
  if (!found) return null;
  const { model, incident } = found;
  const said = incidentDraft(facts, model, incident);
  if (!said) return null;
  const { url } = model.settings;
  const draft = {
    ...said,
    topic: incident.title,
    link: { label: "View incident", url: `${url}/incidents/${incident.slug}` },
  };
  const ids = facts.affectedMonitors.map(({ id }) => id);
  const thread = `incident:${facts.incident.id}`;
  const concern = concernOf("incidents", thread, ids, model);
  return { settings: model.settings, model, change: { incident }, draft, concern };
}

function concernOf(
  kind: PageConcern["kind"],
  thread: string,
  ids: readonly number[],
  { components }: PageModel,
): PageConcern {
  return { kind, thread, monitorIds: ids.length > 0 ? ids : null, groups: groupsWith(components, ids) };
}

type Said = Pick<Message, "level" | "title" | "lines" | "facts">;

function incidentDraft(
  { event, update }: EventFacts,
  model: PageModel,
  incident: PublicIncident,
): Said | null {
  if (event.key === "uptime.incident.recovered") {
    const [latest] = incident.updates;
    // Subscribers haven't heard of an outage without updates, and the resolving update is emailed itself.
    if (incident.endedAt === null || !latest || latest.progress === "resolved") return null;
    return {
      level: "up",
      title: `Resolved: ${incident.title}`,
      lines: [],
      facts: incidentFacts(model, incident),
    };
  }
  const shown = incident.updates.find(({ id }) => id === update?.id);
  if (!shown) return null;
  const isBad = incident.state === "major_outage" || incident.state === "partial_outage";
  return {
    level: shown.progress === "resolved" ? "up" : isBad ? "down" : "warning",
    title: `${PROGRESS_WORDS[shown.progress]}: ${incident.title}`,
    lines: markdownToText(shown.content).split(/\n{2,}/),
    facts: incidentFacts(model, incident),
  };
}

function incidentFacts({ settings, now }: PageModel, incident: PublicIncident): Message["facts"] {
  const facts = [{ label: "Since", value: momentText(incident.startedAt, now, settings.timeZone) }];
  if (incident.affected.length > 0) facts.unshift({ label: "Affects", value: incident.affected.join(", ") });
  const { nextUpdateAt } = incident;
  if (nextUpdateAt)
    facts.push({ label: "Next update by", value: momentText(nextUpdateAt, now, settings.timeZone) });
  if (incident.endedAt) {
    const seconds = (incident.endedAt.getTime() - incident.startedAt.getTime()) / 1000;
    facts.push({ label: "Lasted", value: duration(seconds) });
  }
  return facts;
}

/** Returns the news about a window that reached this state or is about to start, or null if the page doesn't announce it. */
export async function newsOfWindow(
  window: WindowRow,
  page: StatusPageRow,
  state: string,
  now: Date,
): Promise<PageNews | null> {
  const news = WINDOW_NEWS[state];
  if (!news || !window.status_pages.includes(page.id)) return null;
  const model = await loadModel(page, now);
  const { settings } = model;
  const names = new Map(monitorsOf(model.components).map(({ id, name }) => [id, name]));
  const announced = publicWindow({ ...window, state: news.shown }, names);
  const { affected } = announced;
  const facts = [
    { label: "From", value: momentText(window.starts_at, now, settings.timeZone) },
    { label: "To", value: momentText(window.ends_at, now, settings.timeZone) },
  ];
  if (affected.length > 0) facts.unshift({ label: "Affects", value: affected.join(", ") });
  const draft: Draft = {
    level: state === "completed" ? "up" : "info",
    title: `${news.title}: ${window.title}`,
    lines:
      news.shown !== "completed" && window.description
        ? markdownToText(window.description).split(/\n{2,}/)
        : [],
    facts,
    topic: `Maintenance: ${window.title}`,
    link:
      state === "cancelled"
        ? { label: "View status page", url: settings.url }
        : { label: "View maintenance", url: `${settings.url}/maintenance/${window.id}` },
  };
  const concern = concernOf("maintenance", `window:${window.id}`, window.monitors, model);
  return { settings, model, change: { window: announced, text: draft.title }, draft, concern };
}
