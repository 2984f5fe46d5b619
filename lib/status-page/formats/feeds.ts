import { markdownToHtml } from "@/lib/domain/core/markdown";
import { isoSeconds } from "@/lib/shared/clock";
import { pick } from "@/lib/shared/pick";
import { listText } from "@/lib/status-page/languages/intl";
import { wordsOf } from "@/lib/status-page/languages/registry";
import type { PageModel, PageSettings, PublicIncident, PublicUpdate } from "@/lib/status-page/model/model";
import { fullMomentText } from "@/lib/status-page/render/format";
import { permanentUuid } from "./permanent-id";

const MAX_ITEMS = 50;
const RELOAD_MINUTES = 1;

interface Item {
  /** Never changes, because readers identify an item by it. */
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly publishedAt: Date;
  readonly changedAt: Date;
  readonly html: string;
}

const FORBIDDEN_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function xml(text: string): string {
  return text.replace(FORBIDDEN_IN_XML, "").replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}

function itemId(settings: PageSettings, item: string): string {
  return `urn:uuid:${permanentUuid(settings, item)}`;
}

/** Returns one item per incident, dated by its latest change. */
function incidentItems(model: PageModel): Item[] {
  return model.incidents
    .map((incident) => ({
      id: itemId(model.settings, `incident ${incident.id}`),
      title: incident.title,
      url: `${model.settings.url}/incidents/${incident.slug}`,
      publishedAt: incident.updates.at(-1)?.publishedAt ?? incident.startedAt,
      changedAt: incident.changedAt,
      html: incidentHtml(incident, model.settings),
    }))
    .sort((a, b) => b.changedAt.getTime() - a.changedAt.getTime())
    .slice(0, MAX_ITEMS);
}

/** Returns one item per update and post-mortem, because readers such as Slack's post each ID only once. */
function updateItems(model: PageModel): Item[] {
  const words = wordsOf(model.settings);
  return model.incidents
    .flatMap((incident) => {
      const url = `${model.settings.url}/incidents/${incident.slug}`;
      const said = incident.updates.map((update) => ({
        ...update,
        mark: `update ${update.id}`,
        word: words.progress[update.progress],
      }));
      const { postMortem } = incident;
      const learned = postMortem
        ? [{ ...postMortem, mark: `post-mortem ${incident.id}`, word: words.incident.postMortem }]
        : [];
      return [...learned, ...said].map(({ mark, word, publishedAt, content }) => ({
        id: itemId(model.settings, mark),
        title: words.reported(word, incident.title),
        url,
        publishedAt,
        changedAt: publishedAt,
        html: markdownToHtml(content),
      }));
    })
    .sort((a, b) => b.changedAt.getTime() - a.changedAt.getTime())
    .slice(0, MAX_ITEMS);
}

function incidentHtml(incident: PublicIncident, settings: PageSettings): string {
  const words = wordsOf(settings);
  const { affected, postMortem, updates } = incident;
  const names = listText(affected, settings.language);
  return [
    affected.length > 0 ? `<p>${xml(words.feed.affects(names))}</p>` : "",
    postMortem
      ? `<p><strong>${words.incident.postMortem}</strong></p>${markdownToHtml(postMortem.content)}`
      : "",
    ...updates.map((update) => updateHtml(update, settings)),
    updates.length === 0 ? `<p>${xml(spanText(incident, settings))}</p>` : "",
  ].join("");
}

function spanText({ startedAt, endedAt }: PublicIncident, settings: PageSettings): string {
  const { feed } = wordsOf(settings);
  const from = fullMomentText(startedAt, settings);
  return endedAt ? feed.span(from, fullMomentText(endedAt, settings)) : feed.since(from);
}

function updateHtml(update: PublicUpdate, settings: PageSettings): string {
  const said = wordsOf(settings).progress[update.progress];
  return `<p><strong>${said}</strong>, ${xml(fullMomentText(update.publishedAt, settings))}</p>${markdownToHtml(update.content)}`;
}

/** Makes a feed readable in browsers, which have no readers for feeds: titles and dates, below what to do with the address. */
const STYLE = `:root{display:block;max-width:44rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif;color-scheme:light dark}
:root>*{display:none}:root>channel,:root>entry,:root>title,item,item>title,item>pubDate,channel>title,entry>title,entry>updated{display:block}
channel>*:not(title):not(item),item>description,item>guid,item>link,entry>*:not(title):not(updated){display:none}
:root>title,channel>title{font-size:1.5rem;font-weight:600}item,entry{margin-top:1.25rem}item>title,entry>title{font-weight:600}
pubDate,updated{opacity:.7;font-size:.875rem}`;

/** Returns the declarations before a feed: XML and the style in which browsers show it. */
function head(settings: PageSettings): string {
  const { about } = wordsOf(settings).feed;
  const style = `${STYLE}:root::before{content:"${about}";display:block;margin-bottom:1.5rem;padding:.75rem 1rem;border:1px solid;border-radius:8px}`;
  return `<?xml version="1.0" encoding="UTF-8"?><?xml-stylesheet type="text/css" href="data:text/css;charset=utf-8,${encodeURIComponent(style)}"?>`;
}

function changedAt(model: PageModel, items: readonly Item[]): Date {
  return items[0]?.changedAt ?? new Date(Math.floor(model.now.getTime() / 86_400_000) * 86_400_000);
}

/** Returns the RSS 2.0 feed, whose readers take descriptions for HTML. `perUpdate` selects the feed for Slack, with one item per update. */
export function rssFeed(model: PageModel, perUpdate: boolean): string {
  const { settings } = model;
  const items = perUpdate ? updateItems(model) : incidentItems(model);
  const self = `${settings.url}/history${perUpdate ? ".slack" : ""}.rss`;
  const entries = items.map(
    (item) =>
      `<item><title>${xml(item.title)}</title><link>${xml(item.url)}</link><guid isPermaLink="false">${xml(item.id)}</guid><pubDate>${item.changedAt.toUTCString()}</pubDate><description>${xml(item.html)}</description></item>`,
  );
  return `${head(settings)}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${xml(settings.title)}</title><link>${xml(settings.url)}</link><description>${xml(xml(settings.description))}</description><language>${settings.language}</language><lastBuildDate>${changedAt(model, items).toUTCString()}</lastBuildDate><ttl>${RELOAD_MINUTES}</ttl><atom:link href="${xml(self)}" rel="self" type="application/rss+xml"/>${entries.join("")}</channel></rss>\n`;
}

/** Returns the Atom feed (RFC 4287). */
export function atomFeed(model: PageModel): string {
  const { settings } = model;
  const items = incidentItems(model);
  const entries = items.map(
    (item) =>
      `<entry><id>${xml(item.id)}</id><title>${xml(item.title)}</title><updated>${isoSeconds(item.changedAt)}</updated><published>${isoSeconds(item.publishedAt)}</published><link rel="alternate" type="text/html" href="${xml(item.url)}"/><content type="html">${xml(item.html)}</content></entry>`,
  );
  return `${head(settings)}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${settings.language}"><id>${itemId(settings, `feed ${settings.language}`)}</id><title>${xml(settings.title)}</title><subtitle>${xml(settings.description)}</subtitle><updated>${isoSeconds(changedAt(model, items))}</updated><author><name>${xml(settings.name)}</name></author><link rel="self" type="application/atom+xml" href="${xml(settings.url)}/history.atom"/><link rel="alternate" type="text/html" href="${xml(settings.url)}"/>${entries.join("")}</feed>\n`;
}

export function jsonFeed(model: PageModel): string {
  const { settings } = model;
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: settings.title,
    description: settings.description,
    home_page_url: settings.url,
    feed_url: `${settings.url}/history.json`,
    language: settings.language,
    authors: [{ name: settings.name, url: settings.websiteUrl }],
    items: incidentItems(model).map((item) => ({
      ...pick(item, "id", "url", "title"),
      content_html: item.html,
      date_published: isoSeconds(item.publishedAt),
      date_modified: isoSeconds(item.changedAt),
    })),
  });
}
