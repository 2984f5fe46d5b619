import { monitorIds } from "@/lib/contract/status-pages/component-monitors";
import { COLOR_SCHEMES, SUBSCRIPTION_CHANNELS } from "@/lib/contract/status-pages/fields";
import { fillTheme } from "@/lib/contract/status-pages/fill-theme";
import { type PageLanguage, pageLanguage } from "@/lib/contract/status-pages/languages";
import { dayRange } from "@/lib/domain/status-pages/day-bars";
import { pick } from "@/lib/shared/pick";
import { pageBase, pageUrl } from "@/lib/status-page/model/addresses";
import { offersEmail } from "@/lib/status-page/model/email-offer";
import { inLanguage } from "@/lib/status-page/model/language-paths";
import { selectFileKinds } from "@/lib/store/status-pages/files";
import type { StatusPageRow } from "@/lib/store/status-pages/pages";
import { selectPageRecurrences } from "@/lib/store/status-pages/recurrences";
import {
  type FollowedIncidentRow,
  type PageIncidentRow,
  selectDeletedIncident,
  selectPageIncident,
  selectPageIncidents,
  selectPageMonitors,
  selectPageWindows,
  selectProjectIncident,
} from "@/lib/store/status-pages/rows";
import { buildModel, type PageInput } from "./build-model";
import type { PageModel, PageSettings, PublicIncident } from "./model";
import { historyMonths, monthsSpan } from "./months";
import { componentsOf, storedComponents, storedTheme } from "./stored-page";

/** Incidents that a page lists. It says when there are more; bars and percentages count all. */
const MAX_INCIDENTS = 1000;
/** The server on which an incident was created may be slightly ahead of the one that renders the page. */
const CLOCKS_APART_MS = 1000;

/** A stored page, and the language in which a visitor reads it instead of the page's own. */
export type ReadPage = StatusPageRow & { readonly readIn?: PageLanguage };

/** How the rows of a page are read. Pages of one project can share them. */
export interface PageReads {
  readonly monitors: typeof selectPageMonitors;
  readonly incidents: typeof selectPageIncidents;
  readonly windows: typeof selectPageWindows;
  readonly recurrences: typeof selectPageRecurrences;
  readonly files: typeof selectFileKinds;
}

const OWN_READS: PageReads = {
  monitors: selectPageMonitors,
  incidents: selectPageIncidents,
  windows: selectPageWindows,
  recurrences: selectPageRecurrences,
  files: selectFileKinds,
};

/** The rows of a page, with all incidents since a moment. */
export interface PageRows {
  readonly input: PageInput;
  readonly since: Date;
}

/** Loads everything that a public page shows, as of `now`. */
export async function loadModel(page: ReadPage, now: Date): Promise<PageModel> {
  return buildModel((await loadRows(page, now)).input);
}

/** Loads the rows of everything that a public page and the newest page of its history show. */
export async function loadRows(page: ReadPage, now: Date, read: PageReads = OWN_READS): Promise<PageRows> {
  const first = new Date(dayRange(now.getTime(), page.timeframe, page.time_zone).edges[0] ?? 0);
  const months = historyMonths("history", now, page.time_zone) ?? [now];
  const { from } = monthsSpan(months, page.time_zone);
  const since = from < first ? from : first;
  const until = new Date(now.getTime() + CLOCKS_APART_MS);
  const incidents = await incidentsBetween(page, now, since, until, read);
  const input = await inputWith(page, now, first, incidents, read);
  return { input, since: input.hasMore ? now : since };
}

/** Loads the model with the incidents of the given months, for the history pages. */
export async function loadMonths(page: ReadPage, now: Date, from: Date, to: Date): Promise<PageModel> {
  return buildModel(await inputWith(page, now, from, await incidentsBetween(page, now, from, to)));
}

/** Loads a public incident by slug, whatever its age, with all its monitors, deleted ones included. Returns null when visitors may see none. */
export async function loadIncident(page: ReadPage, now: Date, slug: string): Promise<ShownIncident | null> {
  return shownIncident(page, now, await selectPageIncident(page.project_id, shownMonitors(page), now, slug));
}

/** Loads a public incident that the page may have shown before, although none of its monitors is on the page now. */
export async function loadUnshownIncident(
  page: ReadPage,
  now: Date,
  slug: string,
): Promise<ShownIncident | null> {
  const row = await selectProjectIncident(page.project_id, now, slug);
  // No one was notified of one without updates. In a storm, most have none.
  return row && row.updates.length > 0 ? shownIncident(page, now, row) : null;
}

/** Loads a deleted incident as visitors saw it last, by the event of its end. Its page may have been another. */
export async function loadDeletedIncident(
  page: ReadPage,
  now: Date,
  eventId: number,
): Promise<ShownIncident | null> {
  return shownIncident(page, now, await selectDeletedIncident(page.project_id, eventId));
}

export interface ShownIncident {
  readonly model: PageModel;
  readonly incident: PublicIncident;
  readonly monitorIds: number[];
}

async function shownIncident(
  page: ReadPage,
  now: Date,
  row: FollowedIncidentRow | null,
): Promise<ShownIncident | null> {
  if (!row) return null;
  const model = buildModel(await inputWith(page, now, row.incident_at, [row]));
  const incident = model.incidents[0];
  return incident ? { model, incident, monitorIds: [...row.monitors, ...row.deleted_monitors] } : null;
}

async function inputWith(
  page: ReadPage,
  now: Date,
  since: Date,
  incidents: PageIncidentRow[],
  read = OWN_READS,
): Promise<PageInput> {
  const [monitors, windows, recurrences, files] = await Promise.all([
    read.monitors(page.project_id, shownMonitors(page), since, now),
    read.windows(page.project_id, page.id, since),
    read.recurrences(page.project_id, page.id, since),
    read.files(page.id),
  ]);
  const settings = pageSettings(page, files);
  const hasMore = incidents.length >= MAX_INCIDENTS;
  return { settings, ...storedComponents(page), monitors, incidents, hasMore, windows, recurrences, now };
}

function incidentsBetween(page: StatusPageRow, now: Date, since: Date, until: Date, read = OWN_READS) {
  const { project_id: projectId } = page;
  return read.incidents({
    projectId,
    monitorIds: shownMonitors(page),
    now,
    since,
    until,
    limit: MAX_INCIDENTS,
  });
}

/** Loads only the page's settings, for documents that show no monitors. */
export async function loadSettings(page: ReadPage): Promise<PageSettings> {
  return pageSettings(page, await selectFileKinds(page.id));
}

export function shownMonitors(page: StatusPageRow): number[] {
  return monitorIds(componentsOf(page));
}

/** Converts a stored page to settings. */
function pageSettings(page: ReadPage, files: PageSettings["files"]): PageSettings {
  const scheme = COLOR_SCHEMES.find((known) => known === page.color_scheme);
  const language = pageLanguage(page.language);
  const root = pageBase(page.subdomain);
  const url = pageUrl(page);
  const settings: PageSettings = {
    id: page.id,
    projectId: page.project_id,
    createdAt: page.created_at,
    changedAt: new Date(Math.max(page.updated_at.getTime(), page.shown_url_changed_at?.getTime() ?? 0)),
    ...pick(page, "name", "title", "description"),
    websiteUrl: page.website_url,
    indexed: page.search_engine_indexed && !isPrivate(page),
    colorScheme: scheme ?? "all",
    timeframe: page.timeframe,
    language,
    ownLanguage: language,
    timeZone: page.time_zone,
    showResponseTimes: page.show_response_times,
    channels: SUBSCRIPTION_CHANNELS.filter((channel) =>
      channel === "email" ? offersEmail(page) : page.subscription_channels.includes(channel),
    ),
    theme: fillTheme(storedTheme(page)),
    root,
    base: root,
    rootUrl: url,
    url,
    isPrivate: isPrivate(page),
    files,
  };
  return inLanguage(settings, page.readIn ?? language);
}

/** Returns whether any of the three access rules is set. */
export function isPrivate(
  page: Pick<StatusPageRow, "access_ips" | "access_token" | "access_password">,
): boolean {
  return page.access_ips !== null || page.access_token !== null || page.access_password !== null;
}
