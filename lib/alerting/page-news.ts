import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { markdownToText } from "@/lib/domain/core/markdown";
import type { Draft, Message } from "@/lib/notify/message/message";
import type { WebhookNews } from "@/lib/status-page/formats/statuspage-webhook";
import { listText } from "@/lib/status-page/languages/intl";
import { wordsOf } from "@/lib/status-page/languages/registry";
import type { Words } from "@/lib/status-page/languages/words";
import { publicWindow } from "@/lib/status-page/model/build-model";
import {
  loadDeletedIncident,
  loadIncident,
  loadModel,
  loadUnshownIncident,
  type ReadPage,
  type ShownIncident,
} from "@/lib/status-page/model/load-model";
import {
  groupsWith,
  monitorsOf,
  type PageModel,
  type PageSettings,
  type PublicIncident,
  type PublicWindow,
} from "@/lib/status-page/model/model";
import { momentText } from "@/lib/status-page/render/format";
import { selectDeletedWindow } from "@/lib/store/maintenance/deleted-windows";
import { selectWindow, type WindowRow } from "@/lib/store/maintenance/windows";
import type { PageConcern } from "@/lib/store/status-pages/mails";

/** News for a page's subscribers. Contains only what the page shows. */
export interface PageNews {
  readonly settings: PageSettings;
  readonly model: PageModel;
  /** Payload of webhooks. */
  readonly change: WebhookNews;
  /** The link is absolute. */
  readonly draft: Draft;
  readonly concern: PageConcern;
  /** The title of the incident or window. */
  readonly subject: string;
  /** Returns the news of an incident that the page no longer shows with the title that the subscriber knows. */
  readonly retitled?: (title: string | null) => PageNews;
}

/** The states of the news about a window that webhooks get. Statuspage's have no canceled maintenance, only completed. */
const SHOWN_STATES: Readonly<Record<keyof Words["mail"]["windows"], PublicWindow["state"]>> = {
  scheduled: "scheduled",
  reminder: "scheduled",
  in_progress: "in_progress",
  completed: "completed",
  cancelled: "completed",
};

/** Returns an event's news for a page in its current state, or null if visitors can't see it. */
export async function newsOfEvent(facts: EventFacts, page: ReadPage, now: Date): Promise<PageNews | null> {
  if (facts.isTestIncident) return null;
  if (facts.window) return newsOfWindowEvent(facts, facts.window, page, now);
  if (!facts.incident) return null;
  const { slug, id } = facts.incident;
  const thread = `incident:${id}`;
  if (facts.ending !== "incident_deleted") {
    const found = await loadIncident(page, now, slug);
    if (found) return incidentNews(facts, found, thread);
  }
  return facts.event.key === RECOVERED ? removalNews(facts, page, thread, now) : null;
}

function incidentNews(facts: EventFacts, found: ShownIncident, thread: string): PageNews | null {
  const { model, incident, monitorIds } = found;
  const { settings } = model;
  const said = incidentDraft(facts, model, incident);
  if (!said) return null;
  const link = {
    label: wordsOf(settings).mail.viewIncident,
    url: `${settings.url}/incidents/${incident.slug}`,
  };
  return {
    settings,
    model,
    change: { incident },
    draft: { ...said, topic: incident.title, link },
    concern: concernOf("incidents", thread, monitorIds, model),
    subject: incident.title,
  };
}

/**
 * Returns the end of an incident that was deleted, or whose monitors have left the page, for those who got an update of it. Its
 * texts aren't sent, and its title only as the subscriber knows it.
 */
async function removalNews(
  facts: EventFacts,
  page: ReadPage,
  thread: string,
  now: Date,
): Promise<PageNews | null> {
  const found =
    facts.ending === "incident_deleted"
      ? await loadDeletedIncident(page, now, facts.event.id)
      : await loadUnshownIncident(page, now, facts.incident?.slug ?? "");
  if (!found) return null;
  const { model, monitorIds } = found;
  const { settings } = model;
  const { mail, reported, progress, incident: words } = wordsOf(settings);
  const { closed } = words;
  const concern = { ...concernOf("incidents", thread, monitorIds, model), isForFollowers: true };
  const retitled = (known: string | null): PageNews => {
    const title = known ?? found.incident.title;
    const incident = { ...found.incident, title, updates: [], postMortem: null };
    const isClosed = facts.ending !== null;
    const draft: Draft = {
      level: isClosed ? "info" : "up",
      title: reported(isClosed ? closed : progress.resolved, title),
      lines: [mail.removed],
      facts: incidentFacts(model, incident),
      topic: title,
      link: { label: mail.viewPage, url: settings.url },
    };
    return { settings, model, change: { incident }, draft, concern, subject: title };
  };
  return { ...retitled(null), retitled };
}

function concernOf(
  kind: PageConcern["kind"],
  thread: string,
  ids: readonly number[],
  { components }: PageModel,
): PageConcern {
  return {
    kind,
    thread,
    isForFollowers: false,
    monitorIds: ids.length > 0 ? ids : null,
    groups: groupsWith(components, ids),
  };
}

const RECOVERED = "uptime.incident.recovered";

type Said = Pick<Message, "level" | "title" | "lines" | "facts">;

function incidentDraft(
  { event, update }: EventFacts,
  model: PageModel,
  incident: PublicIncident,
): Said | null {
  const { reported, progress } = wordsOf(model.settings);
  if (event.key === RECOVERED) {
    const [latest] = incident.updates;
    // Subscribers don't know about an outage without updates, and the resolving update is emailed on its own.
    if (incident.endedAt === null || !latest || latest.progress === "resolved") return null;
    if (incident.endedBy) return closedDraft(model, incident);
    return {
      level: "up",
      title: reported(progress.resolved, incident.title),
      lines: [],
      facts: incidentFacts(model, incident),
    };
  }
  const shown = incident.updates.find(({ id }) => id === update?.id);
  if (!shown) return null;
  const isBad = incident.state === "major_outage" || incident.state === "partial_outage";
  return {
    level: shown.progress === "resolved" ? "up" : isBad ? "down" : "warning",
    title: reported(progress[shown.progress], incident.title),
    lines: markdownToText(shown.content).split(/\n{2,}/),
    facts: incidentFacts(model, incident),
  };
}

/** Returns the end of an incident in which nothing recovered. One that another incident continues hasn't ended for subscribers. */
function closedDraft(model: PageModel, incident: PublicIncident): Said | null {
  if (incident.endedBy === "still_down") return null;
  const words = wordsOf(model.settings);
  const title = words.reported(words.incident.closed, incident.title);
  return { level: "info", title, lines: [], facts: incidentFacts(model, incident) };
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

/** Only those who know about a deleted window are notified of its end. */
async function newsOfWindowEvent(
  { event }: EventFacts,
  { id, state }: Record<string, unknown>,
  page: ReadPage,
  now: Date,
): Promise<PageNews | null> {
  const deleted = await selectDeletedWindow(page.project_id, event.id);
  const window = deleted ?? (await selectWindow(page.project_id, Number(id)));
  const news = window && (await newsOfWindow(window, page, String(state), now));
  return news && { ...news, concern: { ...news.concern, isForFollowers: deleted !== null } };
}

const isAnnounced = (state: string): state is keyof typeof SHOWN_STATES => Object.hasOwn(SHOWN_STATES, state);

/** Returns the news about a window that reached this state or is about to start, or null if the page doesn't announce it. */
export async function newsOfWindow(
  window: WindowRow,
  page: ReadPage,
  state: string,
  now: Date,
): Promise<PageNews | null> {
  if (!isAnnounced(state) || !window.status_pages.includes(page.id)) return null;
  const model = await loadModel(page, now);
  const { settings } = model;
  const { labeled, mail, maintenance } = wordsOf(settings);
  const names = new Map(monitorsOf(model.components).map(({ id, name }) => [id, name]));
  const announced = publicWindow({ ...window, state: SHOWN_STATES[state] }, names);
  const { affected } = announced;
  const facts = [
    { label: mail.from, value: momentText(window.starts_at, now, settings) },
    { label: mail.to, value: momentText(window.ends_at, now, settings) },
  ];
  if (affected.length > 0)
    facts.unshift({ label: mail.affects, value: listText(affected, settings.language) });
  const isOver = announced.state === "completed";
  const draft: Draft = {
    level: state === "completed" ? "up" : "info",
    title: labeled(mail.windows[state], window.title),
    lines: !isOver && window.description ? markdownToText(window.description).split(/\n{2,}/) : [],
    facts,
    topic: labeled(maintenance.title, window.title),
    link:
      state === "cancelled"
        ? { label: mail.viewPage, url: settings.url }
        : { label: mail.viewMaintenance, url: `${settings.url}/maintenance/${window.id}` },
  };
  const concern = concernOf("maintenance", `window:${window.id}`, window.monitors, model);
  return {
    settings,
    model,
    change: { window: announced, text: draft.title },
    draft,
    concern,
    subject: window.title,
  };
}
