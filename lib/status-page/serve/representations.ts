import { wallOf } from "@/lib/domain/core/zone";
import { calendar } from "@/lib/status-page/formats/calendar";
import { atomFeed, jsonFeed, rssFeed } from "@/lib/status-page/formats/feeds";
import { v2Json } from "@/lib/status-page/formats/statuspage-v2";
import {
  componentDocument,
  historyDocument,
  homeDocument,
  incidentDocument,
  missingDocument,
  windowDocument,
} from "@/lib/status-page/render/documents";
import { monitorsOf, type PageModel } from "@/lib/status-page/render/model";
import { addMonths } from "@/lib/status-page/render/months";
import type { ResponseTimes } from "@/lib/status-page/render/response-times";
import { imageColor, SHAPES } from "@/lib/status-page/render/style";
import { subscribeDocument } from "@/lib/status-page/render/subscribe-documents";
import { SVG } from "./badge-representation";
import type { Representation } from "./snapshot";

export const HTML = "text/html; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";
/** Path of the pre-rendered 404 in the page's theme. */
export const MISSING_PATH = "404";
const DATE = /^(\d{4}-(?:0[1-9]|1[0-2]))-(?:0[1-9]|[12]\d|3[01])$/;

type Maker = (model: PageModel) => Representation | null;

const feed = (
  channel: "rss" | "atom" | "slack" | "json",
  path: string,
  type: string,
  text: (model: PageModel) => string,
): Maker => {
  return (model) =>
    model.settings.channels.includes(channel)
      ? { path, contentType: `${type}; charset=utf-8`, text: text(model), shared: true }
      : null;
};

/** Representations that are rendered after every change. All others are rendered on request. */
const EAGER: readonly Maker[] = [
  (model) => ({ path: "", contentType: HTML, text: homeDocument(model) }),
  (model) => ({ path: MISSING_PATH, contentType: HTML, text: missingDocument(model) }),
  feed("rss", "history.rss", "application/rss+xml", (model) => rssFeed(model, false)),
  feed("slack", "history.slack.rss", "application/rss+xml", (model) => rssFeed(model, true)),
  feed("atom", "history.atom", "application/atom+xml", atomFeed),
  feed("json", "history.json", "application/feed+json", jsonFeed),
  (model) =>
    model.settings.channels.includes("ical")
      ? {
          path: "maintenance.ics",
          contentType: "text/calendar; charset=utf-8",
          text: calendar(model),
          shared: true,
        }
      : null,
  (model) => ({
    path: "api/v2/status.json",
    contentType: JSON_TYPE,
    text: v2Json(model, "api/v2/status.json") ?? "",
    shared: true,
  }),
  (model) => ({
    path: "api/v2/summary.json",
    contentType: JSON_TYPE,
    text: v2Json(model, "api/v2/summary.json") ?? "",
    shared: true,
  }),
  (model) => ({ path: "robots.txt", contentType: "text/plain; charset=utf-8", text: robots(model) }),
  (model) => ({ path: "favicon", contentType: SVG, text: favicon(model), shared: true }),
];

/** Returns the representations to render after every change. */
export function eagerRepresentations(model: PageModel): Representation[] {
  return EAGER.flatMap((make) => make(model) ?? []);
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

/** Returns what is rendered from the model on request: the rest of the v2 JSON, the sitemap. */
export function modelRepresentation(model: PageModel, path: string): Representation | null {
  const v2 = v2Json(model, path);
  if (v2) return { path, contentType: JSON_TYPE, text: v2, shared: true };
  const window = model.windows.find(({ id }) => path === `maintenance/${id}`);
  if (window) return { path, contentType: HTML, text: windowDocument(model, window) };
  switch (path) {
    case "subscribe":
      return model.settings.channels.includes("email")
        ? { path, contentType: HTML, text: subscribeDocument(model) }
        : null;
    case "sitemap.xml":
      return model.settings.indexed
        ? { path, contentType: "application/xml; charset=utf-8", text: sitemap(model) }
        : null;
    default:
      return null;
  }
}

function sitemap({ settings, incidents }: PageModel): string {
  const paths = ["", "/history", ...incidents.map((incident) => `/incidents/${incident.slug}`)];
  const urls = paths.map((path) => `<url><loc>${settings.url}${path}</loc></url>`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>\n`;
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
  return settings.indexed
    ? `User-agent: *\nAllow: /\nSitemap: ${settings.url}/sitemap.xml\n`
    : "User-agent: *\nDisallow: /\n";
}

function favicon({ state, settings }: PageModel): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="${imageColor(settings.theme, state)}" fill-rule="evenodd" d="${SHAPES[state]}"/></svg>`;
}
