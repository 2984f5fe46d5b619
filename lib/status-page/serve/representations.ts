import { PAGE_LANGUAGES, type PageLanguage } from "@/lib/contract/status-pages/languages";
import { wallOf } from "@/lib/domain/core/zone";
import { SHAPES } from "@/lib/presenters/status-pages/character";
import { calendar } from "@/lib/status-page/formats/calendar";
import { atomFeed, jsonFeed, rssFeed } from "@/lib/status-page/formats/feeds";
import { readJson } from "@/lib/status-page/formats/statuspage-v2";
import { languagePrefix } from "@/lib/status-page/model/language-paths";
import { monitorsOf, type PageModel } from "@/lib/status-page/model/model";
import { addMonths } from "@/lib/status-page/model/months";
import type { ResponseTimes } from "@/lib/status-page/model/response-times";
import {
  componentDocument,
  historyDocument,
  homeDocument,
  incidentDocument,
  missingDocument,
  windowDocument,
} from "@/lib/status-page/render/documents";
import { languagesDocument } from "@/lib/status-page/render/languages-document";
import { imageColor } from "@/lib/status-page/render/style";
import { subscribeDocument } from "@/lib/status-page/render/subscribe-documents";
import { webhookDocument } from "@/lib/status-page/render/subscribe-webhook";
import { themeDocument } from "@/lib/status-page/render/theme-document";
import { favicons } from "@/lib/status-page/render/view/images";
import { zoneDocument } from "@/lib/status-page/render/zone-document";
import { SVG } from "./badge-representation";
import type { Representation } from "./snapshot";
import { ZONE_PATH, zoneNames } from "./time-zones";
import { THEME_PATH } from "./visitor-theme";

export const HTML = "text/html; charset=utf-8";
/** Browsers show feeds of their own types as nothing, or download them. Feed readers take this one, too. */
const XML = "application/xml";
const JSON_TYPE = "application/json; charset=utf-8";
/** Path of the pre-rendered 404 in the page's theme. */
export const MISSING_PATH = "404";
const DATE = /^(\d{4}-(?:0[1-9]|1[0-2]))-(?:0[1-9]|[12]\d|3[01])$/;

type Maker = (model: PageModel, path: string) => Representation | null;

const feed = (
  channel: "rss" | "atom" | "slack" | "json" | "ical",
  type: string,
  text: (model: PageModel) => string,
): Maker => {
  return (model, path) =>
    model.settings.channels.includes(channel)
      ? { path, contentType: `${type}; charset=utf-8`, text: text(model), shared: true }
      : null;
};

const json: Maker = (model, path) => {
  const text = readJson(model, path);
  return text === null ? null : { path, contentType: JSON_TYPE, text, shared: true };
};

/** Representations that every copy of a page has, by path. */
const BASIC: Readonly<Record<string, Maker>> = {
  "": homeRepresentation,
  [MISSING_PATH]: (model, path) => ({ path, contentType: HTML, text: missingDocument(model) }),
  "history.rss": feed("rss", XML, (model) => rssFeed(model, false)),
  "history.slack.rss": feed("slack", XML, (model) => rssFeed(model, true)),
  "history.atom": feed("atom", XML, atomFeed),
  "history.json": feed("json", "application/feed+json", jsonFeed),
  "maintenance.ics": feed("ical", "text/calendar", calendar),
  "api/v2/status.json": json,
  "api/v2/summary.json": json,
  "robots.txt": (model, path) => ({ path, contentType: "text/plain; charset=utf-8", text: robots(model) }),
  favicon: (model, path) =>
    favicons(model.settings).length === 0
      ? { path, contentType: SVG, text: favicon(model), shared: true }
      : null,
};
export const BASIC_PATHS = Object.keys(BASIC);

/** Returns the only representation that is rendered after every change. All others are rendered on request. */
export function homeRepresentation(model: PageModel): Representation {
  return { path: "", contentType: HTML, text: homeDocument(model) };
}

/** Returns the representations that every copy of a page has. */
export function basicRepresentations(model: PageModel): Representation[] {
  return Object.entries(BASIC).flatMap(([path, make]) => make(model, path) ?? []);
}

/** Returns a component's page; null when the status page doesn't show it. */
export function componentRepresentation(
  model: PageModel,
  id: number,
  responses: readonly ResponseTimes[],
): Representation | null {
  const monitors = monitorsOf(model.components);
  const monitor = monitors.find((candidate) => candidate.id === id);
  return monitor
    ? { path: `components/${id}`, contentType: HTML, text: componentDocument(model, monitor, responses) }
    : null;
}

/** Returns what is rendered from the model alone, in any language. */
export function modelRepresentation(model: PageModel, path: string): Representation | null {
  if (Object.hasOwn(BASIC, path)) return BASIC[path]?.(model, path) ?? null;
  const v2 = json(model, path);
  if (v2) return v2;
  const window = model.windows.find(({ id }) => path === `maintenance/${id}`);
  if (window) return { path, contentType: HTML, text: windowDocument(model, window) };
  switch (path) {
    case "languages":
      return { path, contentType: HTML, text: languagesDocument(model.settings) };
    case "subscribe":
      return model.settings.channels.includes("email")
        ? { path, contentType: HTML, text: subscribeDocument(model) }
        : null;
    case "subscribe/webhook":
      return model.settings.channels.includes("webhook")
        ? { path, contentType: HTML, text: webhookDocument(model) }
        : null;
    case ZONE_PATH:
      return { path, contentType: HTML, text: zoneDocument(model, zoneNames()) };
    case THEME_PATH:
      return model.settings.colorScheme === "all"
        ? { path, contentType: HTML, text: themeDocument(model.settings) }
        : null;
    case "sitemap.xml":
      return model.settings.indexed
        ? { path, contentType: "application/xml; charset=utf-8", text: sitemap(model) }
        : null;
    default:
      return null;
  }
}

/** Returns the pages that search engines may index. Incidents are listed once, because their texts are the owner's and aren't translated. */
function sitemap({ settings, incidents }: PageModel): string {
  const { rootUrl, ownLanguage } = settings;
  const incidentUrls = incidents.map(({ slug }) => `<url><loc>${rootUrl}/incidents/${slug}</loc></url>`);
  const urls = ["", "/history"].flatMap((path) => {
    const inLanguage = (language: PageLanguage) =>
      `${rootUrl}${languagePrefix(language, ownLanguage)}${path}`;
    const alternates = PAGE_LANGUAGES.map(
      (language) => `<xhtml:link rel="alternate" hreflang="${language}" href="${inLanguage(language)}"/>`,
    ).join("");
    return PAGE_LANGUAGES.map((language) => `<url><loc>${inLanguage(language)}</loc>${alternates}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${[...urls, ...incidentUrls].join("")}</urlset>\n`;
}

export function incidentRepresentation(model: PageModel, slug: string): Representation | null {
  const incident = model.incidents.find((candidate) => candidate.slug === slug);
  return incident
    ? { path: `incidents/${slug}`, contentType: HTML, text: incidentDocument(model, incident) }
    : null;
}

/** Returns the months and the day that `history?date=2026-08-03` leads to; null for another form of date. */
export function historyOf(date: string): string | null {
  const month = DATE.exec(date)?.[1];
  return month === undefined ? null : `history/${month}#${date}`;
}

export function historyRepresentation(
  model: PageModel,
  path: string,
  months: readonly Date[],
): Representation {
  const pathOf = (month: Date) => `/history/${month.toISOString().slice(0, 7)}`;
  const [newest = model.now] = months;
  const today = new Date(wallOf(model.now.getTime(), model.settings.timeZone));
  const later = addMonths(newest, months.length);
  const paths = {
    path: `/${path}`,
    older: pathOf(addMonths(newest, -months.length)),
    newer: addMonths(newest, 1) > today ? null : later > today ? "/history" : pathOf(later),
  };
  return { path, contentType: HTML, text: historyDocument(model, months, paths) };
}

function robots({ settings }: PageModel): string {
  // Search engines must read a page to see that it isn't to be listed (`X-Robots-Tag`).
  const sitemap = settings.indexed ? `Sitemap: ${settings.url}/sitemap.xml\n` : "";
  return `User-agent: *\nAllow: /\n${sitemap}`;
}

function favicon({ state, settings }: PageModel): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="${imageColor(settings.theme, state)}" fill-rule="evenodd" d="${SHAPES[state]}"/></svg>`;
}
