import { now } from "@/lib/shared/clock";
import { buildModel } from "@/lib/status-page/model/build-model";
import { languagePath } from "@/lib/status-page/model/language-paths";
import { loadRows } from "@/lib/status-page/model/load-model";
import { monitorsOf, type PageModel } from "@/lib/status-page/model/model";
import { FONT_PATH } from "@/lib/status-page/render/style-character";
import type { StatusPageRow } from "@/lib/store/status-pages/pages";
import { selectPageWithSnapshot } from "@/lib/store/status-pages/snapshots";
import { onDemand } from "./on-demand";
import { type PageEntry, pageEntry } from "./page-entry";
import { packRows } from "./page-source";
import { FOREIGN_PATHS } from "./paths";
import { basicRepresentations, HTML, MISSING_PATH } from "./representations";
import { createSnapshot, EMBED_PATH, type Snapshot } from "./snapshot";
import { type Representable, type StaticFile, staticFiles } from "./static-files";

/** Ten years, three months a page. Earlier months are left out. */
const MAX_HISTORY_PAGES = 40;
const OLDER = /href="[^"]*\/(history\/\d{4}-\d{2})"/g;
const NOTHING_ASKED = { search: new URLSearchParams(), aged: false };

/**
 * Renders a page as files for any file host: everything that visitors may read, without what needs a server, like email subscriptions.
 * `url` is the address at which the folder will be published; null keeps the page's own.
 */
export async function exportedFiles(page: StatusPageRow, url: string | null): Promise<StaticFile[]> {
  const entry = await freshEntry(page);
  const model = entry.model;
  const found = new Map(
    basicRepresentations(model).map((basic): [string, Snapshot] => [basic.path, createSnapshot(basic)]),
  );
  const add = async (path: string): Promise<Snapshot | null> => {
    const snapshot = found.get(path) ?? (await onDemand(entry, languagePath(path, page), NOTHING_ASKED));
    if (snapshot) found.set(path, snapshot);
    return snapshot;
  };
  for (const path of [...FOREIGN_PATHS, FONT_PATH, ...permalinks(model)]) await add(path);
  await addHistory(model, add);
  if (model.settings.indexed) found.set("sitemap.xml", sitemapOf(model.settings.url, found));
  const all = [...found].map(
    ([path, { contentType, identity }]): Representable => ({ path, contentType, content: identity }),
  );
  const { base, url: from } = model.settings;
  return staticFiles(all, { base, from, to: url });
}

async function freshEntry(page: StatusPageRow): Promise<PageEntry & { readonly model: PageModel }> {
  const row = await selectPageWithSnapshot("id", page.id);
  if (!row) throw new Error(`Status page ${page.subdomain} was deleted.`);
  const rows = await loadRows(page, now());
  // An email subscription needs a server.
  const channels = rows.input.settings.channels.filter((channel) => channel !== "email");
  const input = { ...rows.input, settings: { ...rows.input.settings, channels } };
  const model = buildModel(input);
  const source = packRows({ ...rows, input });
  const { now: confirmedAt } = model;
  return { ...pageEntry({ ...row, home: null }), confirmedAt, checkedAt: model.checkedAt, source, model };
}

function permalinks({ components, incidents, windows, settings }: PageModel): string[] {
  return [
    ...monitorsOf(components).map(({ id }) => `components/${id}`),
    ...incidents.map(({ slug }) => `incidents/${slug}`),
    ...windows.map(({ id }) => `maintenance/${id}`),
    ...Object.keys(settings.files).map((kind) => `files/${kind}`),
  ];
}

/** Adds the history back to the first day that any component was watched, with the incidents of those months. */
async function addHistory(
  { components, now: at }: PageModel,
  add: (path: string) => Promise<Snapshot | null>,
): Promise<void> {
  const tracked = monitorsOf(components).map(({ trackedSince }) => trackedSince.getTime());
  const first = new Date(Math.min(at.getTime(), ...tracked)).toISOString().slice(0, 7);
  const seen = new Set<string>();
  const waiting = ["history"];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path) || seen.size >= MAX_HISTORY_PAGES) continue;
    seen.add(path);
    const text = (await add(path))?.identity.toString("utf8") ?? "";
    for (const slug of text.matchAll(/\/(incidents\/[A-Za-z0-9-]+)"/g)) await add(slug[1] ?? "");
    // The link leads to the newest month of the older page.
    for (const [, older = ""] of text.matchAll(OLDER))
      if (older.slice("history/".length) >= first) waiting.push(older);
  }
}

/** Returns a sitemap of the documents. It has only the page's own language, as the export does. */
function sitemapOf(url: string, found: ReadonlyMap<string, Snapshot>): Snapshot {
  const paths = [...found].flatMap(([path, { contentType }]) =>
    contentType === HTML && path !== MISSING_PATH && path !== EMBED_PATH ? [path] : [],
  );
  const urls = paths.map((path) => `<url><loc>${url}/${path}</loc></url>`).join("");
  const text = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>\n`;
  return createSnapshot({ path: "sitemap.xml", contentType: "application/xml; charset=utf-8", text });
}
