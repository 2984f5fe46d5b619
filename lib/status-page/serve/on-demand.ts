import { readFileSync } from "node:fs";
import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import { now } from "@/lib/shared/clock";
import { DAY_MS } from "@/lib/shared/durations";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { keyOf, type LanguagePath } from "@/lib/status-page/model/language-paths";
import { loadIncident, loadModel, loadMonths, type ReadPage } from "@/lib/status-page/model/load-model";
import { loadResponses } from "@/lib/status-page/model/load-responses";
import { monitorsOf, type PageModel } from "@/lib/status-page/model/model";
import { historyMonths, monthsSpan } from "@/lib/status-page/model/months";
import { FONT_PATH } from "@/lib/status-page/render/style-character";
import { isTemporaryInDatabase } from "@/lib/store/core/database-errors";
import { selectPageById } from "@/lib/store/status-pages/pages";
import { hasSameRules } from "./access";
import { badgeRepresentation, isBadge } from "./badge-representation";
import { briefRead } from "./brief-read";
import { embedRepresentation, isEmbed } from "./embed-representation";
import { type PageEntry, recall, remember } from "./page-entry";
import { isFile, pageFile } from "./page-files";
import { pageImage } from "./page-image";
import { renderedModel } from "./page-source";
import {
  BASIC_PATHS,
  componentRepresentation,
  historyRepresentation,
  incidentRepresentation,
  modelRepresentation,
} from "./representations";
import { createSnapshot, type Representation, type Snapshot } from "./snapshot";

/** The image for social networks. */
export const IMAGE_PATH = "opengraph-image";
const INCIDENT = /^incidents\/([A-Za-z0-9]{1,20}-\d{1,15})$/;
const COMPONENT = /^components\/([1-9]\d{0,15})$/;
const FROM_MODEL =
  /^(api\/(?:v2|kuma)\/[a-z/-]{1,60}\.json|subscribe(?:\/webhook)?|languages|time-zone|theme|maintenance\/[1-9]\d{0,15}|sitemap\.xml)$/;

/** Parts of a request besides its path. */
interface Wish {
  readonly search: URLSearchParams;
  /** Whether the page couldn't be rendered lately. */
  readonly aged: boolean;
}

/** Returns a representation that is made on request and kept until the page changes; null when there's none. */
export async function onDemand(entry: PageEntry, asked: LanguagePath, wish: Wish): Promise<Snapshot | null> {
  const { path, language } = asked;
  if (path === FONT_PATH) return pageFont();
  if (path === "favicon" && hasFavicon(entry)) return await uploadedFavicon(entry);
  if (isFile(path)) return await pageFile(entry, path, wish.search.get("v") ?? "");
  if (isBadge(path) || isEmbed(path)) return await foreign(entry, asked, wish);
  const key = keyOf(asked);
  const known = recall(entry, key);
  if (known) return known;
  if (path === IMAGE_PATH) {
    const model = await modelOf(entry, language, now());
    return model && remember(entry, key, await pageImage(entry, model));
  }
  const made = await make(entry, asked);
  const changedAt = entry.home ? entry.renderedAt : undefined;
  return made
    ? remember(entry, key, createSnapshot({ ...made, unlisted: isUnlisted(entry) }, changedAt))
    : null;
}

/**
 * Returns a badge or the widget, which other sites show. Keeps it only without options, so that no one can push other representations
 * out.
 */
async function foreign(
  entry: PageEntry,
  asked: LanguagePath,
  { search, aged }: Wish,
): Promise<Snapshot | null> {
  const { path, language } = asked;
  const key = `${keyOf(asked)} ${aged}`;
  const known = search.size === 0 ? recall(entry, key) : undefined;
  if (known) return known;
  const model = await modelOf(entry, language, now());
  if (!model) return null;
  const made = isEmbed(path)
    ? embedRepresentation(model, path, aged)
    : badgeRepresentation(model, path, search, aged);
  if (!made) return null;
  const snapshot = createSnapshot({ ...made, unlisted: isUnlisted(entry) });
  return search.size === 0 ? remember(entry, key, snapshot) : snapshot;
}

function isUnlisted({ row, isPrivate }: PageEntry): boolean {
  return isPrivate || !row.search_engine_indexed;
}

/** Makes a representation from the rows of the last rendering. Reads the database only for what is older than those. */
async function make(entry: PageEntry, asked: LanguagePath): Promise<Representation | null> {
  const { path, language } = asked;
  const slug = INCIDENT.exec(path)?.[1];
  const component = COMPONENT.exec(path)?.[1];
  const at = now();
  // No time zone is more than a day ahead. Which months exist in the page's zone is decided below.
  const mayBeMonths = historyMonths(path, new Date(at.getTime() + DAY_MS), "UTC") !== null;
  const isBasic = BASIC_PATHS.includes(path);
  if (!slug && !component && !mayBeMonths && !isBasic && !FROM_MODEL.test(path)) return null;
  const rendered = renderedModel(entry, language);
  const model = await modelOf(entry, language, at);
  if (!model) return null;
  if (component) return await componentPage(model, Number(component), at);
  if (slug) return incidentRepresentation(model, slug) ?? (await olderIncident(entry, language, slug, at));
  if (isBasic || !mayBeMonths) return modelRepresentation(model, path);
  const months = historyMonths(path, at, model.settings.timeZone);
  if (!months) return null;
  const { from, to } = monthsSpan(months, model.settings.timeZone);
  if (rendered && from >= rendered.since) return historyRepresentation(model, path, months);
  const page = await currentPage(entry, language);
  return page && historyRepresentation(await briefRead(() => loadMonths(page, at, from, to)), path, months);
}

/** Returns the stored page; null if it has other access rules than those that the visitor met. */
async function currentPage(entry: PageEntry, readIn: PageLanguage): Promise<ReadPage | null> {
  const page = await briefRead(() => selectPageById(entry.row.id));
  return page && hasSameRules(page, entry.row) ? { ...page, readIn } : null;
}

const hasFavicon = ({ row: { images } }: PageEntry) => images.favicon_light || images.favicon_dark;

/** Returns the favicon for browsers that ask for one without reading the page. Without an upload it shows the state. */
async function uploadedFavicon(entry: PageEntry): Promise<Snapshot | null> {
  return (
    (await pageFile(entry, "files/favicon_light", "")) ?? (await pageFile(entry, "files/favicon_dark", ""))
  );
}

async function modelOf(entry: PageEntry, language: PageLanguage, at: Date): Promise<PageModel | null> {
  const rendered = renderedModel(entry, language);
  if (rendered) return rendered.model;
  const page = await currentPage(entry, language);
  return page && briefRead(() => loadModel(page, at));
}

async function olderIncident(
  entry: PageEntry,
  language: PageLanguage,
  slug: string,
  at: Date,
): Promise<Representation | null> {
  const page = await currentPage(entry, language);
  const found = page && (await briefRead(() => loadIncident(page, at, slug)));
  return found && incidentRepresentation(found.model, slug);
}

/** Returns a component's page, without charts while the database is unavailable. */
async function componentPage(model: PageModel, id: number, at: Date): Promise<Representation | null> {
  if (!monitorsOf(model.components).some((monitor) => monitor.id === id)) return null;
  const { projectId, showResponseTimes } = model.settings;
  const responses = await briefRead(() => loadResponses({ projectId, showResponseTimes }, id, at)).catch(
    (error: unknown) => {
      if (!isTemporaryInDatabase(error)) throw error;
      log.debug("showing a component without its response times", { monitor_id: id, error });
      return [];
    },
  );
  return componentRepresentation(model, id, responses);
}

/** Geist in weights 400 to 700 for languages in Latin letters: 21 KB instead of 70. */
const FILE = "public/fonts/geist-latin.woff2";

/** Returns the font that most presets have, so that pages load nothing from other origins. */
function pageFont(): Snapshot {
  return once("pages.font", () => {
    const identity = readFileSync(FILE);
    const headers = { "Cache-Control": "public, max-age=2592000", "X-Content-Type-Options": "nosniff" };
    return {
      contentType: "font/woff2",
      etag: `"geist-${identity.length}"`,
      headers,
      identity,
      gzip: null,
      brotli: null,
    };
  });
}
