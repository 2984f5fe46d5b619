import { monitorIds, PageComponents } from "@/lib/contract/status-pages/components";
import { COLOR_SCHEMES, SUBSCRIPTION_CHANNELS } from "@/lib/contract/status-pages/fields";
import { type PageLanguage, pageLanguage } from "@/lib/contract/status-pages/languages";
import { Theme } from "@/lib/contract/status-pages/theme";
import { dayRange } from "@/lib/domain/status-pages/day-bars";
import { pageBase, pageUrl } from "@/lib/status-page/serve/addresses";
import { languagePrefix } from "@/lib/status-page/serve/languages";
import { offersEmail } from "@/lib/status-page/subscribe/offer";
import { selectFileKinds } from "@/lib/store/status-pages/files";
import type { StatusPageRow } from "@/lib/store/status-pages/pages";
import { selectPageRecurrences } from "@/lib/store/status-pages/recurrences";
import {
  type PageIncidentRow,
  selectPageIncident,
  selectPageIncidents,
  selectPageMonitors,
  selectPageWindows,
} from "@/lib/store/status-pages/rows";
import { buildModel } from "./build-model";
import type { PageModel, PageSettings, PublicIncident } from "./model";

const MAX_INCIDENTS = 1000;

/** A stored page, and the language in which a visitor reads it instead of the page's own. */
export type ReadPage = StatusPageRow & { readonly readIn?: PageLanguage };

/** Loads everything that a public page shows, as of `now`. */
export async function loadModel(page: ReadPage, now: Date): Promise<PageModel> {
  const since = new Date(dayRange(now.getTime(), page.timeframe, page.time_zone).edges[0] ?? 0);
  return modelWith(page, now, since, await incidentsBetween(page, now, since, now));
}

/** Loads the model with the incidents of the given months, for the history pages. */
export async function loadMonths(page: ReadPage, now: Date, from: Date, to: Date): Promise<PageModel> {
  return modelWith(page, now, from, await incidentsBetween(page, now, from, to));
}

/** Loads a public incident by slug, whatever its age; null when there's none that visitors may see. */
export async function loadIncident(
  page: ReadPage,
  now: Date,
  slug: string,
): Promise<{ model: PageModel; incident: PublicIncident } | null> {
  const row = await selectPageIncident(page.project_id, shownMonitors(page), now, slug);
  if (!row) return null;
  const model = await modelWith(page, now, row.incident_at, [row]);
  const incident = model.incidents[0];
  return incident ? { model, incident } : null;
}

async function modelWith(
  page: ReadPage,
  now: Date,
  since: Date,
  incidents: PageIncidentRow[],
): Promise<PageModel> {
  const [monitors, windows, recurrences, files] = await Promise.all([
    selectPageMonitors(page.project_id, shownMonitors(page), since, now),
    selectPageWindows(page.project_id, page.id, since),
    selectPageRecurrences(page.project_id, page.id, since),
    selectFileKinds(page.id),
  ]);
  const components = PageComponents.parse(page.components);
  return buildModel({
    settings: pageSettings(page, files),
    components,
    monitors,
    incidents,
    windows,
    recurrences,
    now,
  });
}

function incidentsBetween(page: StatusPageRow, now: Date, since: Date, until: Date) {
  const { project_id: projectId } = page;
  return selectPageIncidents({
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
  return monitorIds(PageComponents.parse(page.components));
}

/** Converts a stored page to settings. */
function pageSettings(page: ReadPage, files: PageSettings["files"]): PageSettings {
  const own = pageLanguage(page.language);
  const language = page.readIn ?? own;
  const root = pageBase(page.subdomain);
  const rootUrl = pageUrl(page);
  const prefix = languagePrefix(language, { language: own });
  const scheme = COLOR_SCHEMES.find((known) => known === page.color_scheme);
  return {
    id: page.id,
    projectId: page.project_id,
    changedAt: page.updated_at,
    name: page.name,
    title: page.title,
    description: page.description,
    websiteUrl: page.website_url,
    indexed: page.search_engine_indexed && !isPrivate(page),
    colorScheme: scheme ?? "all",
    timeframe: page.timeframe,
    language,
    ownLanguage: own,
    timeZone: page.time_zone,
    showResponseTimes: page.show_response_times,
    channels: SUBSCRIPTION_CHANNELS.filter((channel) =>
      channel === "email" ? offersEmail(page) : page.subscription_channels.includes(channel),
    ),
    theme: Theme.parse(page.theme),
    root,
    base: `${root}${prefix}`,
    rootUrl,
    url: `${rootUrl}${prefix}`,
    isPrivate: isPrivate(page),
    files,
  };
}

/** Returns whether any of the three access rules is set. */
export function isPrivate(
  page: Pick<StatusPageRow, "access_ips" | "access_token" | "access_password">,
): boolean {
  return page.access_ips !== null || page.access_token !== null || page.access_password !== null;
}
