import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { markdownToText } from "@/lib/domain/core/markdown";
import type { Draft, Message } from "@/lib/notify/message/message";
import { listText } from "@/lib/status-page/languages/intl";
import { wordsOf } from "@/lib/status-page/languages/registry";
import type { Words } from "@/lib/status-page/languages/words";
import { momentText } from "@/lib/status-page/render/format";
import { loadIncident, loadModel } from "@/lib/status-page/render/load-model";
import {
  monitorsOf,
  type PageModel,
  type PageSettings,
  type PublicIncident,
} from "@/lib/status-page/render/model";
import { selectWindow, type WindowRow } from "@/lib/store/maintenance/windows";
import type { StatusPageRow } from "@/lib/store/status-pages/pages";

/** News for a page's subscribers. Contains only what the page shows. */
export interface PageNews {
  readonly settings: PageSettings;
  /** The link is absolute. */
  readonly draft: Draft;
  /** Monitors of the page that it concerns. Null for all. */
  readonly monitorIds: readonly number[] | null;
  /** The same for all emails about one incident or window. */
  readonly thread: string;
}

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
  const { mail } = wordsOf(model.settings);
  const draft = {
    ...said,
    topic: incident.title,
    link: { label: mail.viewIncident, url: `${url}/incidents/${incident.slug}` },
  };
  const ids = facts.affectedMonitors.map(({ id }) => id);
  const monitorIds = ids.length > 0 ? ids : null;
  return { settings: model.settings, draft, monitorIds, thread: `incident-${facts.incident.id}` };
}

type Said = Pick<Message, "level" | "title" | "lines" | "facts">;

function incidentDraft(
  { event, update }: EventFacts,
  model: PageModel,
  incident: PublicIncident,
): Said | null {
  const { labeled, progress } = wordsOf(model.settings);
  if (event.key === "uptime.incident.recovered") {
    const [latest] = incident.updates;
    // Subscribers haven't heard of an outage without updates, and the resolving update is emailed itself.
    if (incident.endedAt === null || !latest || latest.progress === "resolved") return null;
    return {
      level: "up",
      title: labeled(progress.resolved, incident.title),
      lines: [],
      facts: incidentFacts(model, incident),
    };
  }
  const shown = incident.updates.find(({ id }) => id === update?.id);
  if (!shown) return null;
  const isBad = incident.state === "major_outage" || incident.state === "partial_outage";
  return {
    level: shown.progress === "resolved" ? "up" : isBad ? "down" : "warning",
    title: labeled(progress[shown.progress], incident.title),
    lines: markdownToText(shown.content).split(/\n{2,}/),
    facts: incidentFacts(model, incident),
  };
}

function incidentFacts({ settings, now }: PageModel, incident: PublicIncident): Message["facts"] {
  const { mail, duration } = wordsOf(settings);
  const facts = [{ label: mail.since, value: momentText(incident.startedAt, now, settings) }];
  const { affected, nextUpdateAt } = incident;
  if (affected.length > 0)
    facts.unshift({ label: mail.affects, value: listText(affected, settings.language) });
  if (nextUpdateAt) facts.push({ label: mail.nextUpdate, value: momentText(nextUpdateAt, now, settings) });
  if (incident.endedAt) {
    const seconds = (incident.endedAt.getTime() - incident.startedAt.getTime()) / 1000;
    facts.push({ label: mail.lasted, value: duration(seconds) });
  }
  return facts;
}

const isAnnounced = (state: string): state is keyof Words["mail"]["windows"] =>
  ["scheduled", "in_progress", "completed", "cancelled"].includes(state);

/** Returns the news about a window in this state, or null if the page doesn't announce it. */
export async function newsOfWindow(
  window: WindowRow,
  page: StatusPageRow,
  state: string,
  now: Date,
): Promise<PageNews | null> {
  if (!isAnnounced(state) || !window.status_pages.includes(page.id)) return null;
  const model = await loadModel(page, now);
  const { settings } = model;
  const { labeled, mail, maintenance } = wordsOf(settings);
  const shown = monitorsOf(model.components);
  const affected = shown.filter(({ id }) => window.monitors.includes(id)).map(({ name }) => name);
  const facts = [
    { label: mail.from, value: momentText(window.starts_at, now, settings) },
    { label: mail.to, value: momentText(window.ends_at, now, settings) },
  ];
  if (affected.length > 0)
    facts.unshift({ label: mail.affects, value: listText(affected, settings.language) });
  const isPlanned = state === "scheduled" || state === "in_progress";
  const draft: Draft = {
    level: state === "completed" ? "up" : "info",
    title: labeled(mail.windows[state], window.title),
    lines: isPlanned && window.description ? markdownToText(window.description).split(/\n{2,}/) : [],
    facts,
    topic: labeled(maintenance.title, window.title),
    link:
      state === "cancelled"
        ? { label: mail.viewPage, url: settings.url }
        : { label: mail.viewMaintenance, url: `${settings.url}/maintenance/${window.id}` },
  };
  const monitorIds = window.monitors.length > 0 ? window.monitors : null;
  return { settings, draft, monitorIds, thread: `window-${window.id}` };
}
